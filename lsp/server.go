package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// quiet is how long nothing must be typed before the files are checked.
const quiet = 150 * time.Millisecond

// ErrNoShutdown says that the editor has ended the server without asking for its shutdown.
var ErrNoShutdown = errors.New("the editor has left without a shutdown")

// server serves one editor.
type server struct {
	conn    jsonrpc2.Conn
	version string

	mu     sync.Mutex
	texts  map[string]string // the open documents by their absolute paths
	timer  *time.Timer       // runs until the files are checked; nil where they need not be
	roots  []string          // the folders that the editor has opened
	shown  map[string]bool   // the paths of files for which something is shown
	ending bool              // whether a shutdown was asked for

	checking sync.Mutex // held while the files are checked
}

// Serve serves an editor over a stream until it ends, or the editor tells it to. It returns
// ErrNoShutdown where the editor has not asked for a shutdown before.
func Serve(ctx context.Context, stream io.ReadWriteCloser, version string) error {
	s := &server{conn: jsonrpc2.NewConn(jsonrpc2.NewStream(stream)), version: version, texts: map[string]string{},
		shown: map[string]bool{}}
	s.conn.Go(ctx, s.handle)
	select {
	case <-s.conn.Done():
	case <-ctx.Done():
		_ = s.conn.Close()
		return ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	if !s.ending {
		return ErrNoShutdown
	}
	return nil
}

// answer decodes the parameters of a request and answers with what a function returns.
func answer[P any](ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request, of func(P) (any, error)) error {
	var params P
	if err := json.Unmarshal(req.Params(), &params); err != nil {
		return reply(ctx, nil, fmt.Errorf("%w: %v", jsonrpc2.ErrInvalidParams, err))
	}
	result, err := of(params)
	return reply(ctx, result, err)
}

// handle handles a request or a notification of the editor.
func (s *server) handle(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	switch req.Method() {
	case protocol.MethodInitialize:
		return answer(ctx, reply, req, func(p protocol.InitializeParams) (any, error) {
			s.noteFolders(p)
			return s.describe(), nil
		})
	case protocol.MethodInitialized, protocol.MethodTextDocumentDidSave, protocol.MethodCancelRequest,
		protocol.MethodSetTrace:
		s.checkSoon(ctx)
		return reply(ctx, nil, nil)
	case protocol.MethodShutdown:
		s.mu.Lock()
		s.ending = true
		s.mu.Unlock()
		return reply(ctx, nil, nil)
	case protocol.MethodExit:
		_ = reply(ctx, nil, nil)
		return s.conn.Close()
	case protocol.MethodTextDocumentDidOpen:
		return answer(ctx, reply, req, func(p protocol.DidOpenTextDocumentParams) (any, error) {
			return nil, s.set(ctx, p.TextDocument.URI, &p.TextDocument.Text)
		})
	case protocol.MethodTextDocumentDidChange:
		return answer(ctx, reply, req, func(p changed) (any, error) { return nil, s.change(ctx, p) })
	case protocol.MethodTextDocumentDidClose:
		return answer(ctx, reply, req, func(p protocol.DidCloseTextDocumentParams) (any, error) {
			return nil, s.set(ctx, p.TextDocument.URI, nil)
		})
	case protocol.MethodTextDocumentDocumentSymbol:
		return answer(ctx, reply, req, func(p protocol.DocumentSymbolParams) (any, error) {
			return s.symbols(p.TextDocument.URI)
		})
	case protocol.MethodWorkspaceSymbol:
		return answer(ctx, reply, req, func(p protocol.WorkspaceSymbolParams) (any, error) {
			return s.findSymbols(p.Query), nil
		})
	case protocol.MethodTextDocumentDefinition:
		return answer(ctx, reply, req, func(p protocol.DefinitionParams) (any, error) {
			return s.definition(p.TextDocument.URI, p.Position)
		})
	case protocol.MethodTextDocumentHover:
		return answer(ctx, reply, req, func(p protocol.HoverParams) (any, error) {
			return s.hover(p.TextDocument.URI, p.Position)
		})
	case protocol.MethodTextDocumentCompletion:
		return answer(ctx, reply, req, func(p protocol.CompletionParams) (any, error) {
			return s.complete(p.TextDocument.URI, p.Position)
		})
	case protocol.MethodTextDocumentFormatting:
		return answer(ctx, reply, req, func(p protocol.DocumentFormattingParams) (any, error) {
			return s.format(p.TextDocument.URI)
		})
	}
	return reply(ctx, nil, fmt.Errorf("%w: %s", jsonrpc2.ErrMethodNotFound, req.Method()))
}

// describe says what the server can do.
func (s *server) describe() protocol.InitializeResult {
	return protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			TextDocumentSync: protocol.TextDocumentSyncOptions{OpenClose: true,
				Change: protocol.TextDocumentSyncKindIncremental, Save: &protocol.SaveOptions{}},
			CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{`\`}},
			HoverProvider:              true,
			DefinitionProvider:         true,
			DocumentSymbolProvider:     true,
			WorkspaceSymbolProvider:    true,
			DocumentFormattingProvider: true,
		},
		ServerInfo: &protocol.ServerInfo{Name: "ttf-int", Version: s.version},
	}
}

// pathOf returns the absolute path of a document. Documents that are not files have none.
func pathOf(at uri.URI) (path string, err error) {
	defer func() {
		if recover() != nil { // the library panics where the scheme is another one
			err = fmt.Errorf("%w: %s is not a file", jsonrpc2.ErrInvalidParams, at)
		}
	}()
	return filepath.Clean(at.Filename()), nil
}

// set notes the text of an open document; nil closes it.
func (s *server) set(ctx context.Context, at uri.URI, text *string) error {
	path, err := pathOf(at)
	if err != nil {
		return err
	}
	s.mu.Lock()
	if text == nil {
		delete(s.texts, path)
	} else {
		s.texts[path] = *text
	}
	s.mu.Unlock()
	s.checkSoon(ctx)
	return nil
}

// changed are the parameters of a change. The library's have a range where there is none.
type changed struct {
	TextDocument   protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	ContentChanges []struct {
		Range *protocol.Range `json:"range"` // nil: the whole text
		Text  string          `json:"text"`
	} `json:"contentChanges"`
}

// change changes the text of an open document: each change is one of what the one before it left.
func (s *server) change(ctx context.Context, p changed) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	text := s.textOf(path)
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = c.Text
		} else {
			text = edit(text, *c.Range, c.Text)
		}
	}
	return s.set(ctx, p.TextDocument.URI, &text)
}

// noteFolders notes the folders that an editor has opened, in which names are looked for.
func (s *server) noteFolders(p protocol.InitializeParams) {
	//lint:ignore SA1019 Editors that know of one folder only send nothing else.
	folders := []uri.URI{p.RootURI}
	for _, f := range p.WorkspaceFolders {
		folders = append(folders, uri.URI(f.URI))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range folders {
		if path, err := pathOf(f); err == nil && f != "" {
			s.roots = append(s.roots, path)
		}
	}
}

// checkSoon has the files checked when nothing more is typed.
func (s *server) checkSoon(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	ctx = context.WithoutCancel(ctx)
	s.timer = time.AfterFunc(quiet, func() { s.check(ctx) })
}
