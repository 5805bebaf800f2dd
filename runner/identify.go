package runner

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
)

// Identify builds the programs under test of a system, and returns their hashes by name. It starts none of them.
func Identify(ctx context.Context, system *spec.System, o Options) (map[string]spec.Locked, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	clock := host.NewClock()
	defer clock.Stop()
	var programs []*host.Program
	for _, name := range keys(system.SUTs) {
		programs = append(programs, host.NewProgram(system.SUTs[name], system, o.host(clock)))
	}
	builds, err := buildAll(ctx, system.Dir, &o, programs)
	if err != nil {
		return nil, err
	}
	defer builds.Release()
	out := map[string]spec.Locked{}
	for _, p := range programs {
		of, err := host.Identify(p)
		if err != nil {
			return nil, err
		}
		out[p.Name()] = of
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("interrupted: %w", err)
	}
	return out, nil
}
