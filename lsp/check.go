package lsp

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
)

// open returns a copy of the texts of the open documents.
func (s *server) open() config.Texts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return config.Texts(maps.Clone(s.texts))
}

// check checks the open documents with the projects that they belong to, and shows what is wrong
// in any of their files. What is no longer wrong is no longer shown.
func (s *server) check(ctx context.Context) {
	s.checking.Lock()
	defer s.checking.Unlock()
	found := map[string][]protocol.Diagnostic{}
	texts := s.open()
	for path := range texts {
		found[path] = []protocol.Diagnostic{}
	}
	for _, p := range projectsOf(texts) {
		p.diagnose(found)
	}
	for path := range texts {
		if isAlgebraic(path) && len(found[path]) == 0 {
			found[path] = s.algebraicAt(path).diagnose(ctx)
		}
	}
	for path := range s.shown {
		if found[path] == nil {
			found[path] = []protocol.Diagnostic{}
		}
	}
	s.shown = map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		s.shown[path] = len(found[path]) > 0
		_ = s.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, protocol.PublishDiagnosticsParams{
			URI: uri.File(path), Diagnostics: found[path]})
	}
}

// project is what is known of the files that belong together: those of a project, or one Z document.
type project struct {
	dir           string          // of the project; that of the document otherwise
	units         []name          // where the units of the project are named
	z             []string        // the paths of the Z documents
	paragraphs    []zed.Paragraph // of the Z that could be read
	tactics, suts []string        // the names of its own tactics and recipes, and of systems under test
	typed         *types.Spec     // what could be checked; nil where that is nothing
	texts         config.Texts
	err           error
}

// name is a name with the place that introduces it.
type name struct {
	text string
	at   source.Span
	// all is the whole of what introduces it.
	all source.Span
}

// projectsOf returns the projects to which documents belong.
func projectsOf(texts config.Texts) []*project {
	var out []*project
	known := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if p := projectOf(path, texts); !known[p.dir+"\x00"+strings.Join(p.z, "\x00")] {
			known[p.dir+"\x00"+strings.Join(p.z, "\x00")] = true
			out = append(out, p)
		}
	}
	return out
}

// projectOf returns the project to which a document belongs: that in its folder or in the nearest
// above it which reads it. A Z document that no project reads stands alone.
func projectOf(path string, texts config.Texts) *project {
	known, err := texts.Load(filepath.Dir(path))
	if known == nil || isZ(path) && !hasRead(known.Files, path) {
		p := &project{dir: filepath.Dir(path), texts: texts}
		if isZ(path) {
			p.z = []string{path}
			var doc *config.Document
			if p.typed, doc, p.err = texts.LoadZ(path); doc != nil {
				p.paragraphs = doc.Paragraphs
			}
		}
		return p
	}
	p := &project{dir: known.Files.Dir, texts: texts, paragraphs: known.Z, typed: known.Spec, err: err}
	for file := range known.Files.Read {
		if isZ(file) {
			p.z = append(p.z, file)
		}
	}
	slices.Sort(p.z)
	for _, u := range known.Units {
		p.units = append(p.units, name{u.Name, u.At, u.At})
	}
	if known.System != nil && err == nil {
		p.err = known.System.Broken.Err()
	}
	p.suts = slices.Sorted(maps.Keys(known.Files.SUTs))
	if known.System != nil {
		for _, r := range known.System.Recipes {
			p.tactics = append(p.tactics, r.Name)
		}
		for _, t := range known.System.Tactics {
			p.tactics = append(p.tactics, t.Name)
		}
	}
	return p
}

// hasRead tells whether a project names a file, whether or not it could be read.
func hasRead(files *config.Files, path string) bool {
	_, ok := files.Read[path]
	return ok
}

// isZ tells whether a file is a Z document by its name.
func isZ(path string) bool {
	return slices.Contains([]string{".zed", ".tex", ".zed8", ".zed16"}, strings.ToLower(filepath.Ext(path)))
}

// diagnose adds what is wrong with the files of a project, by their paths.
func (p *project) diagnose(found map[string][]protocol.Diagnostic) {
	var one *source.Error
	var all source.Errors
	switch {
	case errors.As(p.err, &all):
	case errors.As(p.err, &one):
		all = source.Errors{one}
	}
	for _, e := range all {
		if !e.Pos.IsValid() {
			continue
		}
		d := protocol.Diagnostic{Range: rangeOf(e.Pos, e.End), Severity: protocol.DiagnosticSeverityError,
			Source: "ttf-int", Message: e.Msg}
		for _, n := range e.Related {
			if n.Pos.IsValid() {
				at := protocol.Location{URI: uri.File(config.PathOf(n.Pos, p.dir)), Range: rangeOf(n.Pos, n.Pos)}
				d.RelatedInformation = append(d.RelatedInformation,
					protocol.DiagnosticRelatedInformation{Message: n.Msg, Location: at})
			}
		}
		path := config.PathOf(e.Pos, p.dir)
		found[path] = append(found[path], d)
	}
}
