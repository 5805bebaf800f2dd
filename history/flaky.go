package history

import "github.com/ttf-int/ttf-int/result"

// ListFlaky returns the flaky cases of a run, with how often past runs found them flaky or failing on the same values,
// in the same programs.
func ListFlaky(run *result.Run, past []result.Past) []result.FlakyCase {
	var out []result.FlakyCase
	for _, r := range run.Results {
		if r.Verdict != result.Flaky {
			continue
		}
		f := result.FlakyCase{Case: r.Case, Failed: result.CountFailed(r.Attempts), Attempts: len(r.Attempts)}
		for _, p := range past {
			v, ok := p.Verdicts[r.Case]
			if !ok || p.Started == run.Started || p.From[r.Case] != "" || p.Digests[r.Case] != r.Digest ||
				isOtherProgram(p.Programs, run.Programs) {
				continue
			}
			switch v {
			case result.Fail, result.Error, result.Flaky:
				f.Before++
				f.Unsteady++
			case result.Pass:
				f.Before++
			}
		}
		out = append(out, f)
	}
	return out
}
