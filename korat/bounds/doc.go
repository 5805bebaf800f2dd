// Package bounds says which candidates a search goes through: the finitization of section 3.1 of the paper
// on Korat. It takes Go types and what a person has set, and gives the class domains and field domains, with
// defaults for what nobody has set; and it writes them as a person would, as a skeleton. It searches nothing.
package bounds
