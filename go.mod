module github.com/ttf-int/ttf-int

go 1.26.8
