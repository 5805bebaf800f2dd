package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/source"
)

// maxProblem is the longest line of a batch in bytes.
const maxProblem = 1 << 20

// errTooLong says that a line is longer than maxProblem.
var errTooLong = errors.New("the line is too long")

// answerBatch answers the problems of a file, of which each line is one, with one line of
// JSON each, written as soon as the problem is solved. Blank lines and comments have no
// answer.
func answerBatch(ctx context.Context, c *console, s *solving, path string) error {
	in := os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewReaderSize(in, 1<<16)
	out := json.NewEncoder(c.stdout)
	out.SetEscapeHTML(false)
	wrong := false
	for n := 1; ctx.Err() == nil; n++ {
		text, err := readLine(lines)
		if err == io.EOF {
			break
		}
		if err != nil && err != errTooLong {
			return fmt.Errorf("%s: %w", path, err)
		}
		text = strings.TrimSpace(text)
		if err == nil && (text == "" || strings.HasPrefix(text, "#")) {
			continue
		}
		reply := s.answer(ctx, fmt.Sprintf("%s line %d", path, n), text, err)
		reply.Line = n
		wrong = wrong || reply.Status == "error"
		if err := out.Encode(reply); err != nil {
			return blameMachinery(err)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if wrong {
		return exitSilently(exitWrong)
	}
	return nil
}

// readLine reads a line and returns it without its line end. The rest of a line that is
// too long is skipped.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	tooLong := false
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return "", err
		}
		if tooLong = tooLong || len(line)+len(part) > maxProblem; !tooLong {
			line = append(line, part...)
		}
		if !more {
			break
		}
	}
	if tooLong {
		return "", errTooLong
	}
	return string(line), nil
}

// answer solves a problem of a batch. The seconds in the answer include reading and
// checking the problem. Whatever goes wrong, a panic of the solver included, becomes
// the answer to this problem alone, so that the batch goes on.
func (s *solving) answer(ctx context.Context, name, text string, unread error) (reply answer) {
	began := time.Now()
	defer func() {
		if fault := recover(); fault != nil {
			reply = answer{Status: "error", Reason: fmt.Sprintf("%s: the solver failed: %v", name, fault)}
		}
		took := time.Since(began).Seconds()
		reply.Seconds = &took
	}()
	if unread != nil {
		return answer{Status: "error", Reason: fmt.Sprintf("%s: %v: at most %d bytes are read", name, unread,
			maxProblem)}
	}
	found, err := s.solve(ctx, source.NewFile(name, text))
	if err != nil {
		return answer{Status: "error", Reason: err.Error()}
	}
	return answerOf(found)
}
