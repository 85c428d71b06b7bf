/** The tables of a queue in SQLite, version by version. */
import { NO_CHECKSUM, sealOf } from './seal.js'

/** In the file's head: what makes it one of these, for `file` and for other programs. */
export const APPLICATION = 0x57617962

/** Where a job is sent; NULL for a head that is damaged, too. */
export const WAY = "iif(json_valid(head), head ->> '$.job.way', NULL)"

/** Bytes of the blobs that a job has. */
export function attachedTo(seq: string): string {
  return `coalesce((SELECT sum(size) FROM attached JOIN blob ON id = blob WHERE job = ${seq}), 0)`
}

/** What each version adds to the one before it; the first makes an empty file a queue. */
export const MIGRATIONS: readonly string[] = [
  `
  -- How many jobs there are in each state, bytes of those that are done, places in line so far.
  CREATE TABLE tally (name TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO tally VALUES
    ('waiting', 0), ('held', 0), ('delayed', 0), ('suspended', 0), ('running', 0), ('done', 0),
    ('dead', 0), ('done bytes', 0), ('turn', 0);

  CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('setting')}) STORED
  ) STRICT, WITHOUT ROWID;
  INSERT INTO setting (name, value) VALUES ('paused', 0);

  -- The processes that run jobs. Each holds a lock on a file for as long as it lives.
  CREATE TABLE process (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    lock TEXT NOT NULL UNIQUE,
    node TEXT NOT NULL,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('process')}) STORED
  ) STRICT;

  CREATE TABLE job (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- held: behind another job of its lane. delayed: until its next attempt.
    state TEXT NOT NULL CHECK
      (state IN ('waiting', 'held', 'delayed', 'suspended', 'running', 'done', 'dead')),
    -- Its place in the line of those that wait.
    turn INTEGER NOT NULL,
    -- When a delayed or suspended job goes on, in milliseconds since 1970, as all times.
    due INTEGER,
    owner INTEGER REFERENCES process,
    accepted INTEGER NOT NULL,
    ended INTEGER,
    -- Those that are over.
    attempts INTEGER NOT NULL DEFAULT 0,
    -- 1 if it was suspended before.
    resumed INTEGER NOT NULL DEFAULT 0,
    lane TEXT,
    claim BLOB,
    digest TEXT,
    awaits BLOB,
    head TEXT NOT NULL,
    plan TEXT NOT NULL,
    cause TEXT,
    result TEXT,
    replaces TEXT,
    replaced_by TEXT,
    -- Bytes of its content and of its answer, and the checksums of both.
    bytes INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    answer_bytes INTEGER NOT NULL DEFAULT 0,
    answer_checksum INTEGER NOT NULL DEFAULT 0,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('job')}) STORED
  ) STRICT;
  CREATE INDEX job_waiting ON job (turn) WHERE state = 'waiting';
  CREATE INDEX job_due ON job (due) WHERE state IN ('delayed', 'suspended');
  CREATE INDEX job_running ON job (owner) WHERE state = 'running';
  CREATE INDEX job_done ON job (ended) WHERE state = 'done';
  CREATE INDEX job_dead ON job (ended) WHERE state = 'dead';
  CREATE INDEX job_lane ON job (lane, seq) WHERE lane IS NOT NULL AND state NOT IN ('done', 'dead');
  CREATE UNIQUE INDEX job_claim ON job (claim) WHERE claim IS NOT NULL;
  CREATE INDEX job_awaits ON job (awaits) WHERE awaits IS NOT NULL;

  -- Bytes in pieces. Those of job n begin at n * 2^20, those of its answer at n * 2^20 + 2^19.
  CREATE TABLE content (at INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

  CREATE TABLE history (
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    line INTEGER NOT NULL,
    at INTEGER NOT NULL,
    node TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    cause TEXT NOT NULL,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('history')}) STORED,
    PRIMARY KEY (job, line)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
    UPDATE tally SET n = n + 1 WHERE name = new.state;
  END;
  CREATE TRIGGER job_moved AFTER UPDATE OF state ON job WHEN old.state <> new.state BEGIN
    UPDATE tally SET n = n - 1 WHERE name = old.state;
    UPDATE tally SET n = n + 1 WHERE name = new.state;
    UPDATE tally SET n = n + (new.bytes + new.answer_bytes) * (new.state = 'done')
      - (old.bytes + old.answer_bytes) * (old.state = 'done')
      WHERE name = 'done bytes' AND 'done' IN (old.state, new.state);
  END;
  -- An update gives a damaged row a checksum that fits. So that it is not run as if it were whole, its
  -- content is given one that does not.
  CREATE TRIGGER job_damaged AFTER UPDATE ON job WHEN old.seal IS NOT ${sealOf('job', 'old.')} BEGIN
    UPDATE job SET checksum = ${NO_CHECKSUM} WHERE seq = new.seq;
  END;
  CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
    UPDATE tally SET n = n - 1 WHERE name = old.state;
    UPDATE tally SET n = n - old.bytes - old.answer_bytes
      WHERE name = 'done bytes' AND old.state = 'done';
    DELETE FROM content WHERE at >= old.seq << 20 AND at < (old.seq + 1) << 20;
  END;
  `,
  `
  CREATE INDEX job_way ON job (${WAY}, seq) WHERE state = 'delayed';
  `,
  `
  -- What must come once only, and until when it is known.
  CREATE TABLE remembered (
    key BLOB PRIMARY KEY,
    until INTEGER NOT NULL,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('remembered')}) STORED
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX remembered_until ON remembered (until);
  INSERT INTO tally VALUES ('remembered', 0);
  CREATE TRIGGER remembered_added AFTER INSERT ON remembered BEGIN
    UPDATE tally SET n = n + 1 WHERE name = 'remembered';
  END;
  CREATE TRIGGER remembered_removed AFTER DELETE ON remembered BEGIN
    UPDATE tally SET n = n - 1 WHERE name = 'remembered';
  END;

  -- Named values that only move on.
  CREATE TABLE head (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('head')}) STORED
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Bytes of attachments, apart from the jobs that have them.
  CREATE TABLE blob (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The process that writes it, for a job that it is about to add. One that nobody writes and no job has goes.
    owner INTEGER,
    size INTEGER NOT NULL,
    -- Jobs that have it.
    uses INTEGER NOT NULL DEFAULT 0,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('blob')}) STORED
  ) STRICT;
  CREATE INDEX blob_unused ON blob (owner) WHERE uses = 0;

  -- Piece p of blob n is at n * 2^20 + p.
  CREATE TABLE piece (at INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;

  CREATE TABLE attached (
    job INTEGER NOT NULL,
    blob INTEGER NOT NULL REFERENCES blob,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('attached')}) STORED,
    PRIMARY KEY (job, blob)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attached_blob ON attached (blob);

  INSERT INTO tally VALUES ('blob bytes', 0);
  CREATE TRIGGER blob_added AFTER INSERT ON blob BEGIN
    UPDATE tally SET n = n + new.size WHERE name = 'blob bytes';
  END;
  CREATE TRIGGER blob_removed AFTER DELETE ON blob BEGIN
    UPDATE tally SET n = n - old.size WHERE name = 'blob bytes';
  END;
  CREATE TRIGGER attached_added AFTER INSERT ON attached BEGIN
    UPDATE blob SET uses = uses + 1, owner = NULL WHERE id = new.blob;
  END;
  CREATE TRIGGER attached_removed AFTER DELETE ON attached BEGIN
    UPDATE blob SET uses = uses - 1 WHERE id = old.blob;
  END;

  -- What is finished counts with its blobs.
  DROP TRIGGER job_moved;
  CREATE TRIGGER job_moved AFTER UPDATE OF state ON job WHEN old.state <> new.state BEGIN
    UPDATE tally SET n = n - 1 WHERE name = old.state;
    UPDATE tally SET n = n + 1 WHERE name = new.state;
    UPDATE tally SET n = n
      + (new.bytes + new.answer_bytes + ${attachedTo('new.seq')}) * (new.state = 'done')
      - (old.bytes + old.answer_bytes + ${attachedTo('old.seq')}) * (old.state = 'done')
      WHERE name = 'done bytes' AND 'done' IN (old.state, new.state);
  END;
  DROP TRIGGER job_removed;
  CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
    UPDATE tally SET n = n - 1 WHERE name = old.state;
    UPDATE tally SET n = n - old.bytes - old.answer_bytes - ${attachedTo('old.seq')}
      WHERE name = 'done bytes' AND old.state = 'done';
    DELETE FROM content WHERE at >= old.seq << 20 AND at < (old.seq + 1) << 20;
    DELETE FROM attached WHERE job = old.seq;
  END;
  `,
  `
  -- Runs that are no jobs, each with what it claims, for as long as it lasts.
  CREATE TABLE run (
    id TEXT PRIMARY KEY,
    owner INTEGER NOT NULL,
    claim BLOB,
    digest TEXT,
    -- What its claim is remembered by, if it counts once.
    once BLOB,
    seal INTEGER GENERATED ALWAYS AS (${sealOf('run')}) STORED
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX run_claim ON run (claim) WHERE claim IS NOT NULL;

  -- Before, each was a job that runs: what is left of them claims nothing any more.
  DELETE FROM job WHERE state = 'running' AND iif(json_valid(head), head ->> '$.job.kind', '') = 'direct';

  -- The outcome of one is a job that is done from the beginning.
  DROP TRIGGER job_added;
  CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
    UPDATE tally SET n = n + 1 WHERE name = new.state;
    UPDATE tally SET n = n + new.bytes + new.answer_bytes
      WHERE name = 'done bytes' AND new.state = 'done';
  END;
  -- Most jobs have no attachments.
  DROP TRIGGER job_removed;
  CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
    UPDATE tally SET n = n - 1 WHERE name = old.state;
    UPDATE tally SET n = n - old.bytes - old.answer_bytes
      WHERE name = 'done bytes' AND old.state = 'done';
    DELETE FROM content WHERE at >= old.seq << 20 AND at < (old.seq + 1) << 20;
  END;
  CREATE TRIGGER job_with_attachments_removed AFTER DELETE ON job
    WHEN EXISTS (SELECT 1 FROM attached WHERE job = old.seq)
  BEGIN
    UPDATE tally SET n = n - ${attachedTo('old.seq')}
      WHERE name = 'done bytes' AND old.state = 'done';
    DELETE FROM attached WHERE job = old.seq;
  END;
  DROP TRIGGER attached_added;
  CREATE TRIGGER attached_added AFTER INSERT ON attached BEGIN
    UPDATE blob SET uses = uses + 1, owner = NULL WHERE id = new.blob;
    UPDATE tally SET n = n + (SELECT size FROM blob WHERE id = new.blob)
      WHERE name = 'done bytes' AND (SELECT state FROM job WHERE seq = new.job) = 'done';
  END;
  `,
  `
  -- 1 while processes have the file open, so that there is a log beside it.
  INSERT INTO setting (name, value) VALUES ('log', 0);
  `,
  `
  -- Each state by itself, in the order in which it is read page by page.
  DROP INDEX job_due;
  CREATE INDEX job_delayed ON job (due) WHERE state = 'delayed';
  CREATE INDEX job_suspended ON job (due) WHERE state = 'suspended';
  CREATE INDEX job_held ON job (id) WHERE state = 'held';
  `,
]
