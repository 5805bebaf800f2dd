package store

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func openCache(t *testing.T, folder, build string) *Cache {
	t.Helper()
	c, repaired, err := Open(folder, build)
	if err != nil || repaired {
		t.Fatalf("repaired %v, error %v", repaired, err)
	}
	return c
}

func closeCache(t *testing.T, c *Cache) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// readKey opens the cache, and tells what it has under the key.
func readKey(t *testing.T, folder, build, key string) string {
	t.Helper()
	c := openCache(t, folder, build)
	defer closeCache(t, c)
	return string(c.Find(key))
}

func TestKeep(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a b?c#d%41", ".ttf-int")
	c := openCache(t, folder, "one")
	if got := c.Find("key"); got != nil {
		t.Errorf("an empty cache has %q", got)
	}
	c.Keep("key", []byte("first"))
	c.Keep("key", []byte("second"))
	if got := c.Find("other"); got != nil {
		t.Errorf("another key has %q", got)
	}
	closeCache(t, c)
	if got := readKey(t, folder, "one", "key"); got != "second" {
		t.Errorf("kept %q", got)
	}
	if got := readKey(t, folder, "two", "key"); got != "" {
		t.Errorf("another build finds %q", got)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 || entries[0].Name() != ".gitignore" || entries[1].Name() != "cache.db" {
		t.Errorf("the folder has %v, error %v", entries, err)
	}
}

// TestPendingIsFound: what is kept is found before it is written.
func TestPendingIsFound(t *testing.T) {
	t.Parallel()
	c := openCache(t, t.TempDir(), "")
	defer closeCache(t, c)
	c.Keep("key", []byte("data"))
	c.Keep("key", []byte("later"))
	if got := c.Find("key"); string(got) != "later" {
		t.Errorf("found %q", got)
	}
}

// execute changes a database behind the cache's back.
func execute(t *testing.T, folder, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(folder, fileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func keepRun(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	c := openCache(t, folder, "")
	c.Keep("key", bytes.Repeat([]byte("data"), 5000))
	closeCache(t, c)
	return folder
}

// TestSpoiltEntry: an entry that is not what was kept is none, and what is kept
// in its place is one.
func TestSpoiltEntry(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		"UPDATE found SET data = 'dat'",
		"UPDATE found SET sum = x'00'",
		"UPDATE found SET data = '', sum = ''",
		"DELETE FROM found",
		"DROP TABLE found; PRAGMA user_version = 7",
		"PRAGMA user_version = 0",
	} {
		folder := keepRun(t)
		execute(t, folder, statement)
		if got := readKey(t, folder, "", "key"); got != "" {
			t.Errorf("%s: found %.20q", statement, got)
		}
		c := openCache(t, folder, "")
		c.Keep("key", []byte("again"))
		closeCache(t, c)
		if got := readKey(t, folder, "", "key"); got != "again" {
			t.Errorf("%s: kept %q", statement, got)
		}
	}
}

func TestForeign(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	execute(t, folder, "CREATE TABLE found (key TEXT); INSERT INTO found VALUES ('precious')")
	before, err := os.ReadFile(filepath.Join(folder, fileName))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(folder, ""); err == nil ||
		!strings.HasSuffix(err.Error(), "cache.db: it is not a cache of ttf-int") {
		t.Errorf("error %v", err)
	}
	if after, err := os.ReadFile(filepath.Join(folder, fileName)); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was changed, error %v", err)
	}
}

// TestDamaged: a damaged database is put aside, whether that is seen when it is
// opened or later.
func TestDamaged(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(data []byte) []byte{
		"no database": func([]byte) []byte { return []byte("it was a text file, longer than the mark of a database") },
		"cut off":     func(d []byte) []byte { return d[:5000] },
		"a page":      func(d []byte) []byte { copy(d[8192:], bytes.Repeat([]byte{0xff}, 4096)); return d },
		"all pages":   func(d []byte) []byte { copy(d[200:], bytes.Repeat([]byte{0xff}, len(d)-200)); return d },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := keepRun(t)
			path := filepath.Join(folder, fileName)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(data), 0o644); err != nil {
				t.Fatal(err)
			}
			c, repaired, err := Open(folder, "")
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Find("key"); got != nil {
				t.Errorf("found %.20q", got)
			}
			c.Keep("key", []byte("new"))
			wrong := c.Close()
			if !repaired && wrong == nil {
				t.Error("nobody noticed")
			}
			if _, err := os.Stat(path + ".damaged"); err != nil {
				t.Errorf("it was not put aside: %v", err)
			}
			c = openCache(t, folder, "")
			c.Keep("key", []byte("new"))
			closeCache(t, c)
			if got := readKey(t, folder, "", "key"); got != "new" {
				t.Errorf("then %q is kept", got)
			}
		})
	}
}

// TestLocked: while another process writes, what is there is found; what is to be
// kept waits for it.
func TestLocked(t *testing.T) {
	t.Parallel()
	folder := keepRun(t)
	c := openCache(t, folder, "")
	other, err := sql.Open("sqlite", filepath.Join(folder, fileName))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	if got := readKey(t, folder, "", "key"); got == "" || string(c.Find("key")) != got {
		t.Errorf("found %.20q", got)
	}
	c.Keep("other", make([]byte, flushBytes))
	c.Keep("third", []byte("data"))
	impatient, _, err := openWithin(folder, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	impatient.Keep("lost", []byte("data"))
	locked := impatient.Close()
	if !isBusy(locked) {
		t.Errorf("closing a locked one: %v", locked)
	}
	tries := 0
	if err := retry(time.Hour, func() error {
		if tries++; tries < 5 {
			return locked
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if _, err := c.db.Exec("PRAGMA busy_timeout = 0"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- c.Close() }()
	time.Sleep(20 * time.Millisecond) // for some tries
	if _, err := other.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	for key, want := range map[string]string{"third": "data", "other": string(make([]byte, flushBytes)), "lost": ""} {
		if got := readKey(t, folder, "", key); got != want {
			t.Errorf("after the lock %.20q is kept of %s", got, key)
		}
	}
}

// TestReadOnly: what cannot be written is read, and the trouble is told.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	folder := keepRun(t)
	c := openCache(t, folder, "")
	if _, err := c.db.Exec("PRAGMA query_only = 1"); err != nil {
		t.Fatal(err)
	}
	c.Keep("other", []byte("data"))
	if c.Find("key") == nil {
		t.Error("nothing found")
	}
	if err := c.Close(); err == nil {
		t.Error("no trouble")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(filepath.Join(file, ".ttf-int"), ""); err == nil {
		t.Error("a folder in a file")
	}
}

// TestEvict: a cache that is too large forgets what was not used for the longest
// time, and gives the space back.
func TestEvict(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := openCache(t, folder, "")
	c.limit = 1 << 20
	entry := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, 100_000) }
	for i := range 8 {
		c.Keep(fmt.Sprint(i), entry(i))
	}
	c.Keep("huge", make([]byte, 300_000))
	closeCache(t, c)
	execute(t, folder, "UPDATE found SET day = day - 1")
	c = openCache(t, folder, "")
	c.limit = 1 << 20
	if !bytes.Equal(c.Find("0"), entry(0)) || c.Find("huge") != nil {
		t.Error("the first entry, or the huge one")
	}
	for i := 8; i < 12; i++ {
		c.Keep(fmt.Sprint(i), entry(i))
	}
	closeCache(t, c)
	c = openCache(t, folder, "")
	defer closeCache(t, c)
	for i, want := range map[int]bool{0: true, 1: false, 2: false, 8: true, 11: true} {
		if got := c.Find(fmt.Sprint(i)) != nil; got != want {
			t.Errorf("entry %d is kept: %v, want %v", i, got, want)
		}
	}
	if info, err := os.Stat(filepath.Join(folder, fileName)); err != nil || info.Size() > 1<<20+8192 {
		t.Errorf("%d bytes, error %v", info.Size(), err)
	}
}

// TestTwoAtOnce: plans that work in one folder at once, ten of them, keep what all of
// them found.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var wait sync.WaitGroup
	for p := range 10 {
		wait.Go(func() {
			c, repaired, err := Open(folder, "")
			if err != nil || repaired {
				t.Errorf("repaired %v, error %v", repaired, err)
				return
			}
			for i := range 20 {
				key := fmt.Sprintf("%d/%d", p, i)
				c.Keep(key, bytes.Repeat([]byte(key), 40_000))
				c.Find(fmt.Sprintf("%d/%d", (p+1)%10, i))
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	c := openCache(t, folder, "")
	defer closeCache(t, c)
	for p := range 10 {
		for i := range 20 {
			if key := fmt.Sprintf("%d/%d", p, i); !bytes.Equal(c.Find(key), bytes.Repeat([]byte(key), 40_000)) {
				t.Errorf("%s was lost", key)
			}
		}
	}
}
