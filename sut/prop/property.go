package prop

// Property is a function with what is always said of it, for a program under test that serves it
// (sut.Program.Properties). The zero Property is not valid.
type Property struct {
	function any
	options  []Option
}

// Of returns a property that is tested with some options.
func Of(function any, options ...Option) Property { return Property{function, options} }

// Run tests the property as the function Run does; options given here come after its own.
func (p Property) Run(options ...Option) (Result, error) {
	return Run(p.function, append(p.options[:len(p.options):len(p.options)], options...)...)
}

// Wrong returns why the property cannot be tested; nil where it can. It makes no test.
func (p Property) Wrong() error {
	_, err := newCheck(newSettings(p.options), p.function)
	return err
}

// Before has a function called before each test, also of the smaller values that are tried for a
// counterexample. show returns the values in the syntax of Go.
func Before(f func(show func() []string)) Option { return func(s *settings) { s.before = f } }
