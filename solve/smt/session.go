package smt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
)

// session is one running program. It is used for one problem after the other, until the
// first fault.
type session struct {
	name    string
	process *proc.Process
	input   *os.File
	lines   *bufio.Reader
	output  *io.PipeReader
	stderr  *proc.Capture
	asked   int
}

// maxAnswer bounds what a program may say to one question.
const maxAnswer = 16 << 20

// start starts a program.
func start(program Program, o Options) (*session, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, in := io.Pipe()
	s := &session{name: program.Name, input: write, output: out, lines: bufio.NewReader(out),
		stderr: proc.NewCapture(2048)}
	path := o.Path
	if path == "" {
		path = program.Name
	}
	s.process, err = proc.Start(proc.Command{
		Path: path, Args: program.Arguments, Env: []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}, Stdin: read,
		Stdout: in, Stderr: s.stderr,
		Memory: o.Memory, Guard: o.Guard,
	})
	read.Close()
	if err != nil {
		write.Close()
		return nil, err
	}
	go func() {
		<-s.process.Done()
		in.Close()
	}()
	return s, nil
}

// end ends the program and whatever it started.
func (s *session) end() {
	s.input.Close()
	s.output.CloseWithError(io.ErrClosedPipe)
	s.process.Kill()
}

// ask sends commands and returns what was answered, within the given time. After
// an error the session is of no more use.
func (s *session) ask(ctx context.Context, commands string, limit time.Duration) (string, error) {
	s.asked++
	mark := fmt.Sprintf("answered-%d", s.asked)
	type reply struct {
		text string
		err  error
	}
	done := make(chan reply, 1)
	go func() {
		if _, err := io.WriteString(s.input, commands+"\n(echo \""+mark+"\")\n"); err != nil {
			done <- reply{err: err}
			return
		}
		text, err := s.read(mark)
		done <- reply{text, err}
	}()
	clock := time.NewTimer(limit)
	defer clock.Stop()
	select {
	case r := <-done:
		if r.err != nil {
			return "", s.explainBroken(r.err)
		}
		if i := strings.Index(r.text, "(error"); i >= 0 {
			return "", fmt.Errorf("%s answered %s", s.name, shorten(r.text[i:]))
		}
		return r.text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	case <-clock.C:
		return "", fmt.Errorf("%s gave no answer in %s and was ended", s.name, limit)
	}
}

// read reads lines to the one that marks the end.
func (s *session) read(mark string) (string, error) {
	var b strings.Builder
	for {
		line, more, err := s.lines.ReadLine()
		if err != nil {
			return "", err
		}
		if text := string(line); text == mark || text == `"`+mark+`"` {
			return b.String(), nil
		}
		if b.Len()+len(line) > maxAnswer {
			return "", fmt.Errorf("it wrote more than %d bytes", maxAnswer)
		}
		b.Write(line)
		if !more {
			b.WriteByte('\n')
		}
	}
}

// explainBroken returns the error for a program that ended while it was asked something.
func (s *session) explainBroken(err error) error {
	select {
	case <-s.process.Done():
	case <-time.After(time.Second):
		if !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s could not be understood: %w", s.name, err)
		}
		return fmt.Errorf("%s closed its output", s.name)
	}
	said := strings.TrimSpace(s.stderr.String())
	if said != "" {
		said = ": " + shorten(said)
	}
	return fmt.Errorf("%s %s%s", s.name, s.process.Exit(), said)
}

// shorten returns the beginning of a program's output in one line.
func shorten(text string) string {
	const longest = 200
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
