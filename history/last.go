package history

import (
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Standing is what is known of a case, a machine or a property.
type Standing struct {
	// Verdict is that of the last run that had it; "" where none had it as it is planned now. Where a callee
	// failed in a case, this is the callee's.
	Verdict result.Verdict
	Started string // when that run began; "" for none
}

// Standings are those of the cases of a plan by their ids, of machines and of properties by their names.
type Standings struct {
	Cases, Machines, Laws map[string]Standing
}

// Read returns what past runs, the oldest first, know of all that a plan and its project have.
func Read(pl *plan.Plan, past []result.Past) Standings {
	out := Standings{map[string]Standing{}, map[string]Standing{}, map[string]Standing{}}
	charged := make([]map[string]result.Verdict, len(past))
	for i, p := range past {
		charged[i] = map[string]result.Verdict{}
		for id, v := range p.Verdicts {
			if in := result.CaseOf(id); in != id && v != result.Pass {
				charged[i][in] = v
			}
		}
	}
	for _, u := range pl.Units {
		for _, c := range u.Cases {
			out.Cases[c.ID] = lastOf(past, charged, c.ID, c.Digest)
		}
	}
	for _, m := range pl.System.Machines {
		if len(m.Units) > 0 {
			out.Machines[m.Name] = lastOf(past, charged, result.MachinePrefix+m.Name, "")
		}
	}
	for _, l := range pl.System.Laws {
		out.Laws[l.Name] = lastOf(past, charged, result.PropertyPrefix+l.Name, "")
	}
	return out
}

// lastOf returns what the last run says that has a name, if it has it as it is now.
func lastOf(past []result.Past, charged []map[string]result.Verdict, name, digest string) Standing {
	for i := len(past) - 1; i >= 0; i-- {
		v, ok := past[i].Verdicts[name]
		if !ok {
			continue
		}
		if past[i].Digests[name] != digest {
			return Standing{}
		}
		if of, ok := charged[i][name]; ok && v == result.Pass {
			v = of
		}
		return Standing{v, past[i].Started}
	}
	return Standing{}
}

// Unsettled returns the names of those in a map that are not known to pass: what failed, was blocked or undecided, or
// was never run as it is planned now.
func Unsettled(of map[string]Standing) map[string]bool {
	out := map[string]bool{}
	for name, s := range of {
		if s.Verdict != result.Pass {
			out[name] = true
		}
	}
	return out
}

// Failed returns the names of those in a map that failed, were in error or flaky, in the last run that had them.
func Failed(of map[string]Standing) map[string]bool {
	out := map[string]bool{}
	for name, s := range of {
		if s.Verdict == result.Fail || s.Verdict == result.Error || s.Verdict == result.Flaky {
			out[name] = true
		}
	}
	return out
}
