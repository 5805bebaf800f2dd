package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const (
	fileName = "cache.db"
	// maxBytes is the size above which the entries that were not used for the
	// longest time are forgotten: some hundred plans of a large project.
	maxBytes = 64 << 20
	// flushBytes and flushEvery are how much is kept in memory, and for how
	// long: a transaction costs as much as solving some leaves.
	flushBytes = 1 << 20
	flushEvery = time.Second
)

// Cache keeps what plans found. It is safe for concurrent use, also by several
// processes.
type Cache struct {
	path  string
	build string
	limit int64
	// patience is how long Close waits for other processes.
	patience time.Duration
	today    int64

	mu      sync.Mutex
	db      *sql.DB
	trouble error // the first; from then on the cache is out of use
	delayed bool  // another process was in the way of the last write
	pending []entry
	size    int // of what is pending
	flushed time.Time
	used    [][]byte // the keys of entries that were last used on another day
}

// entry is an entry of the cache.
type entry struct{ key, data []byte }

// Open opens the cache in a project's folder .ttf-int, and makes the folder and
// the cache where there is none. The build identifies the program: what another
// one found is not found. A damaged cache is put aside, and repaired says so. An
// error says why there can be no cache.
func Open(folder, build string) (c *Cache, repaired bool, err error) {
	return openWithin(folder, build, patience)
}

func openWithin(folder, build string, patience time.Duration) (c *Cache, repaired bool, err error) {
	if err := prepare(folder); err != nil {
		return nil, false, err
	}
	path := filepath.Join(folder, fileName)
	db, err := open(path, patience)
	if damaged(err) {
		if err := putAside(path); err != nil {
			return nil, false, err
		}
		repaired = true
		db, err = open(path, patience)
	}
	if err != nil {
		return nil, repaired, fmt.Errorf("%s: %w", path, err)
	}
	now := time.Now()
	return &Cache{path: path, build: build, limit: maxBytes, patience: patience, today: now.Unix() / (24 * 60 * 60),
		db: db, flushed: now}, repaired, nil
}

// prepare makes the folder, which a version control system is to leave alone.
func prepare(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(folder, ".gitignore"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil // it is there, or the folder is not to be written to
	}
	_, err = f.WriteString("*\n")
	return errors.Join(err, f.Close())
}

// putAside renames a damaged database. Two processes that do so at once lose
// what they found, and no more.
func putAside(path string) error {
	for _, end := range []string{"-journal", "-wal", "-shm"} {
		os.Remove(path + end)
	}
	return os.Rename(path, path+".damaged")
}

// Find returns what was kept under the key, or nil.
func (c *Cache) Find(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trouble != nil {
		return nil
	}
	k := c.key(key)
	for _, e := range slices.Backward(c.pending) {
		if bytes.Equal(e.key, k) {
			return e.data
		}
	}
	var sum, data []byte
	var day int64
	err := c.db.QueryRow("SELECT sum, data, day FROM found WHERE key = ?", k).Scan(&sum, &data, &day)
	switch {
	case errors.Is(err, sql.ErrNoRows), busy(err):
		return nil
	case err != nil:
		c.trouble = err
		return nil
	case !bytes.Equal(sum, checksum(k, data)):
		return nil
	}
	if day != c.today {
		c.used = append(c.used, k)
	}
	return data
}

// Keep keeps data, which must not be changed any more, under the key.
func (c *Cache) Keep(key string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trouble != nil || int64(len(data)) > c.limit/4 {
		return
	}
	c.pending = append(c.pending, entry{c.key(key), data})
	c.size += len(data)
	if c.size >= flushBytes && !c.delayed || time.Since(c.flushed) >= flushEvery {
		c.flush(false)
	}
}

// Close writes what is still to be kept, and returns what went wrong with the
// cache, if anything did. It may not be used any more.
func (c *Cache) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trouble == nil && (len(c.pending) > 0 || len(c.used) > 0) {
		c.flush(true)
	}
	err := c.db.Close()
	if damaged(c.trouble) {
		putAside(c.path)
	}
	if c.trouble == nil {
		c.trouble = err
	}
	if c.trouble != nil {
		return fmt.Errorf("%s: %w", c.path, c.trouble)
	}
	return nil
}

// flush writes what is pending. What another process does not let it write stays
// pending, and is waited for only at the last moment.
func (c *Cache) flush(last bool) {
	wait := time.Duration(0)
	if last {
		wait = c.patience
	}
	err := patiently(wait, c.write)
	c.flushed = time.Now()
	if c.delayed = busy(err) && !last; c.delayed {
		return
	}
	c.trouble = err
	c.pending, c.used, c.size = nil, nil, 0
}

func (c *Cache) write() error {
	tx, err := c.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, e := range c.pending {
		_, err := tx.Exec("INSERT OR REPLACE INTO found (key, day, sum, data) VALUES (?, ?, ?, ?)", e.key, c.today,
			checksum(e.key, e.data), e.data)
		if err != nil {
			return err
		}
	}
	for _, k := range c.used {
		if _, err := tx.Exec("UPDATE found SET day = ? WHERE key = ?", c.today, k); err != nil {
			return err
		}
	}
	if err := c.evict(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// evict forgets the entries that were not used for the longest time, a quarter
// of them at a time, while the cache is too large.
func (c *Cache) evict(tx *sql.Tx) error {
	for {
		var size, count int64
		err := tx.QueryRow(`SELECT (page_count - freelist_count) * page_size
			FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&size)
		if err != nil || size <= c.limit {
			return err
		}
		if err := tx.QueryRow("SELECT count(*) FROM found").Scan(&count); err != nil || count == 0 {
			return err
		}
		_, err = tx.Exec("DELETE FROM found WHERE id IN (SELECT id FROM found ORDER BY day, id LIMIT ?)",
			max(1, count/4))
		if err != nil {
			return err
		}
	}
}

// key is the key of a database: what another build found is another's.
func (c *Cache) key(key string) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n%s", len(c.build), c.build, key)
	return h.Sum(nil)
}

// checksum tells an entry from a damaged one.
func checksum(key, data []byte) []byte {
	h := sha256.New()
	h.Write(key)
	h.Write(data)
	return h.Sum(nil)
}
