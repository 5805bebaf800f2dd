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
	// maxBytes is the size of the cache above which the entries that were not used for
	// the longest time are removed. It is that of some hundred plans of a large
	// project.
	maxBytes = 64 << 20
	// flushBytes and flushEvery are how many bytes are kept in memory, and for how
	// long, before they are written, because a transaction takes as long as solving
	// some leaves.
	flushBytes = 1 << 20
	flushEvery = time.Second
)

// Cache keeps the results of planning. It is safe for concurrent use, also by several
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
	trouble error // the first error, after which the cache is not used any more
	delayed bool  // whether another process prevented the last write
	pending []entry
	size    int // the size of the pending entries
	flushed time.Time
	used    [][]byte // the keys of entries whose day of last use has to be updated
}

// entry is an entry of the cache.
type entry struct{ key, data []byte }

// Open opens the cache in a project's folder .ttf-int, and creates folder and cache
// where they do not exist. The text `build` identifies the program: entries of other
// builds are not found. A damaged cache is renamed, and repaired says so. The error
// says why a cache cannot be had.
func Open(folder, build string) (c *Cache, repaired bool, err error) {
	return openWithin(folder, build, patience)
}

func openWithin(folder, build string, patience time.Duration) (c *Cache, repaired bool, err error) {
	if err := prepare(folder); err != nil {
		return nil, false, err
	}
	path := filepath.Join(folder, fileName)
	db, err := open(path, patience)
	if isDamaged(err) {
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

// prepare creates the folder, with a file that keeps it out of version control.
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

// putAside renames a damaged database. Where two processes do so at once, both lose
// their entries, and nothing else happens.
func putAside(path string) error {
	for _, end := range []string{"-journal", "-wal", "-shm"} {
		os.Remove(path + end)
	}
	return os.Rename(path, path+".damaged")
}

// Find returns the data that was kept under the key, or nil.
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
	case errors.Is(err, sql.ErrNoRows), isBusy(err):
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

// Keep keeps data under a key. The data must not be changed afterwards.
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

// Close writes the pending entries, and returns the first error of the cache, if there
// was one. The cache may not be used any more.
func (c *Cache) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trouble == nil && (len(c.pending) > 0 || len(c.used) > 0) {
		c.flush(true)
	}
	err := c.db.Close()
	if isDamaged(c.trouble) {
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

// flush writes the pending entries. Where another process prevents that they stay
// pending; only the last flush waits for the other process.
func (c *Cache) flush(last bool) {
	wait := time.Duration(0)
	if last {
		wait = c.patience
	}
	err := retry(wait, c.write)
	c.flushed = time.Now()
	if c.delayed = isBusy(err) && !last; c.delayed {
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

// evict removes entries while the cache is too large: each time the quarter that was
// not used for the longest time.
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

// key returns the database key for a key and this build.
func (c *Cache) key(key string) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n%s", len(c.build), c.build, key)
	return h.Sum(nil)
}

// checksum returns a hash by which damaged entries are recognised.
func checksum(key, data []byte) []byte {
	h := sha256.New()
	h.Write(key)
	h.Write(data)
	return h.Sum(nil)
}
