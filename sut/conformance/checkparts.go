package conformance

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// lacks is the error that a program does not serve a part of the protocol which it may leave out: what there is not
// then, in a sentence.
type lacks string

func (l lacks) Error() string { return string(l) }

// property is the name of the property that the counter has where its SDK serves properties.
const property = "reversed twice"

// checkProperties explores the property, in a process that has no session. A program without properties must refuse
// that at once.
func checkProperties(ctx context.Context, k *Kit) error {
	s, err := k.start(ctx)
	if err != nil {
		return err
	}
	defer s.stop()
	ctx, cancel := context.WithTimeout(ctx, k.patience())
	defer cancel()
	stream, err := s.client.Explore(ctx)
	if err == nil {
		err = stream.Send(&wire.Exploration{Property: property, Seed: 1, Tests: 50})
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("calling Explore: %w", err)
	}
	var last *wire.Progress
	for {
		var m *wire.Progress
		if m, err = stream.Recv(); err != nil {
			break
		}
		last = m
	}
	served := slices.Contains(s.desc.Properties, property)
	switch {
	case ctx.Err() != nil:
		return errors.New("its Explore does not end")
	case !served && len(s.desc.Properties) > 0:
		return fmt.Errorf("its properties are %s: expected %q", strings.Join(s.desc.Properties, ", "), property)
	case !served && errors.Is(err, io.EOF) && last.GetExplored().GetVerdict() != wire.PropertyVerdict_UNTESTED:
		return fmt.Errorf("its Explore of a property that there is not ends with %v", last)
	case !served && status.Code(err) == codes.Unimplemented:
		return lacks("properties are not served: the counter has none, and Explore is UNIMPLEMENTED")
	case !served:
		return lacks("properties are not served: the counter has none")
	case !errors.Is(err, io.EOF):
		return fmt.Errorf("its Explore of %q ends with %w", property, err)
	}
	if v := last.GetExplored().GetVerdict(); v != wire.PropertyVerdict_PASS && v != wire.PropertyVerdict_PROOF {
		return fmt.Errorf("its Explore of %q ends with %v: expected PASS or PROOF", property, last)
	}
	return nil
}

// checkClasses runs operations of the class Counter.
func checkClasses(s *session) error {
	if len(s.desc.Classes) == 0 {
		return lacks("classes are not served: the counter has none")
	}
	at := slices.IndexFunc(s.desc.Classes, func(c *wire.Class) bool { return c.Name == "Counter" })
	if at < 0 {
		return errors.New("among its classes is not Counter")
	}
	find := func(is func(o *wire.Operation) bool) uint32 {
		return uint32(slices.IndexFunc(s.desc.Classes[at].Operations, is))
	}
	create := find(func(o *wire.Operation) bool { return o.Kind == wire.OperationKind_MAKES && len(o.Params) == 0 })
	plus := find(func(o *wire.Operation) bool { return strings.EqualFold(o.Name, "plus") })
	count := uint32(len(s.desc.Classes[at].Operations))
	if create >= count || plus >= count {
		return errors.New("its class Counter has not both plus, and what makes an object of nothing")
	}
	s.next++
	r, err := s.run(&wire.Step{Id: s.next - 1, Class: uint32(at) + 1,
		Operations: []uint32{2 * create, 2 * plus, 2*plus + 1}, Arguments: sequence(3, 4)})
	if err != nil {
		return err
	}
	if r[0].Status != wire.Status_RETURNED || r[0].Ran != 3 || len(r[0].Got) != 1 || show(r[0].Got[0]) != "7" {
		return fmt.Errorf("plus of 3 and of 4 on a new Counter gives %v: expected 7", r[0])
	}
	return nil
}

// checkChild runs a unit that has another process print.
func checkChild(s *session) error {
	if _, _, err := s.find("child"); err != nil {
		return lacks("whether output of child processes is kept is not known: the counter has no unit child")
	}
	r, err := s.expect("child", given{"text?": text("hello")}, wire.Status_RETURNED, nil)
	if err != nil {
		return err
	}
	switch string(r.Stdout) {
	case "hello\n":
		return nil
	case "":
		return lacks("what child processes print is not kept with the step")
	}
	return fmt.Errorf("the child process of the unit child has printed %q: expected hello", r.Stdout)
}

// checkMark looks which step a process says that it was at when it ended, among others and without events.
func checkMark(ctx context.Context, k *Kit) error {
	dir, err := os.MkdirTemp("", "ttf-int-mark")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "mark")
	if err := os.WriteFile(file, make([]byte, 8), 0o600); err != nil {
		return err
	}
	marked := *k
	marked.Env = append(slices.Clone(k.Env), "TTF_INT_MARK="+file)
	p, err := marked.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.cancel()
	var steps []*wire.Step
	for _, unit := range []string{"fail", "fail", "leave", "fail"} {
		w, err := s.step(unit, nil)
		if err != nil {
			return err
		}
		steps = append(steps, w)
	}
	if err := s.send(&wire.HostMessage{Steps: steps}); err != nil {
		return err
	}
	select {
	case <-p.ended:
	case <-time.After(k.patience()):
		return errors.New("the process of leave does not end")
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	switch step := binary.LittleEndian.Uint64(append(b, make([]byte, 8)...)); {
	case len(b) != 8:
		return fmt.Errorf("the file of TTF_INT_MARK has %d bytes: expected 8", len(b))
	case step == 0:
		return lacks("which step was at work when the process ended is not told (TTF_INT_MARK)")
	case step != steps[2].Id:
		return fmt.Errorf("the process ended in step %d, and the file of TTF_INT_MARK says %d", steps[2].Id, step)
	}
	return nil
}

// checkLarge has units give values that are small where they are held, since all of their elements are the same one,
// and would take some gigabytes in a message.
func checkLarge(s *session) error {
	rows := &wire.Value{Kind: wire.Kind_SEQ, Elems: []*wire.Value{sequence(1, 2), sequence(1, 2)}}
	names := &wire.Value{Kind: wire.Kind_SEQ, Elems: []*wire.Value{text("a"), text("a"), text("a")}}
	long := text(strings.Repeat("ä", 100_000))
	for _, row := range []struct {
		unit   string
		of     given
		status wire.Status
		want   given
	}{
		{"square", given{"n?": integer(2)}, wire.Status_RETURNED, given{"rows!": rows}},
		{"square", given{"n?": integer(30_000)}, wire.Status_UNMAPPED, given{"rows!": none()}},
		{"repeat", given{"name?": text("a"), "n?": integer(3)}, wire.Status_RETURNED, given{"names!": names}},
		{"repeat", given{"name?": long, "n?": integer(20_000)}, wire.Status_UNMAPPED, given{"names!": none()}},
	} {
		r, err := s.expect(row.unit, row.of, row.status, row.want)
		if err != nil {
			return err
		}
		if row.status == wire.Status_UNMAPPED && r.Message == "" {
			return fmt.Errorf("%s is UNMAPPED without a reason", row.unit)
		}
	}
	return checkResult(s)
}
