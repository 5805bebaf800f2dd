package sut

//go:generate python3 -m grpc_tools.protoc -I . --go_out=wire --go_opt=paths=source_relative --go-grpc_out=wire --go-grpc_opt=paths=source_relative --go-vtproto_out=wire --go-vtproto_opt=paths=source_relative,features=marshal+unmarshal+size ttfint.proto
