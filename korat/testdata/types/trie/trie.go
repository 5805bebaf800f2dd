// Package trie has sets of words.
package trie

// Trie is a set of words as a tree of their letters.
type Trie struct{ root *node }

type node struct {
	children map[byte]*node
	word     bool
}

// RepOK tells whether the nodes are a tree, in which each leaf ends a word.
func (t *Trie) RepOK() bool {
	return t.root != nil && t.root.isTree(map[*node]bool{}, true)
}

func (n *node) isTree(visited map[*node]bool, root bool) bool {
	if n == nil || visited[n] {
		return false
	}
	visited[n] = true
	if len(n.children) == 0 && !n.word && !root {
		return false
	}
	for _, child := range n.children {
		if !child.isTree(visited, false) {
			return false
		}
	}
	return true
}
