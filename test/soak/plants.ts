/** A fault of the service that the auditor must find. */
interface Plant {
  /** What it makes of the statements of the service. */
  readonly rewrite?: (text: string) => string;
  /** What it makes of the database, once the service has started. */
  readonly sql?: string;
  /** For how many seconds at most a write keeps its locks, as on a slow disk, so that requests meet. */
  readonly slowness?: number;
}

const slowWrites = (seconds: number) => `
  CREATE FUNCTION soak_wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(random() * ${seconds}); RETURN NULL; END';
  CREATE TRIGGER soak_wait AFTER INSERT ON change_events FOR EACH STATEMENT EXECUTE FUNCTION soak_wait()`;

export const plants = new Map<string, Plant>([
  [
    'a lock left out',
    {
      slowness: 0.1,
      rewrite: (text) =>
        text.replace(/\bFOR (NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b(?! SKIP LOCKED)( OF \w+)?/g, ''),
    },
  ],
  ['a count not written', { sql: 'ALTER TABLE tagged_entities DISABLE TRIGGER counted_on_insert' }],
  [
    'an event numbered early',
    {
      slowness: 0.5,
      rewrite: (text) =>
        text
          .replace('SET seq = l.last_seq + b.position', 'SET seq = c.id')
          .replace('SET last_seq = last.seq FROM', 'SET last_seq = greatest(last_seq, last.seq) FROM'),
    },
  ],
  [
    'a right checked before the lock',
    {
      slowness: 0.5,
      rewrite: (text) =>
        text
          .replace(/WHERE NOT \(\s+coalesce\(one\.ends_at/, 'WHERE false AND (coalesce(one.ends_at')
          .replace(/IS TRUE AS stands$/, 'IS TRUE OR true AS stands'),
    },
  ],
  [
    'a webhook sent twice out of order',
    {
      rewrite: (text) =>
        text
          .replace(/AND NOT EXISTS \(SELECT FROM webhook_deliveries earlier[^)]*\)/, '')
          .replace('ORDER BY next_attempt_at, position LIMIT', 'ORDER BY position DESC LIMIT')
          .replace(
            'SET state = a.state,',
            "SET state = CASE d.attempts WHEN 0 THEN 'PENDING' ELSE a.state END,",
          ),
    },
  ],
  ['a refused write kept', { slowness: 0.1, rewrite: (text) => (text === 'ROLLBACK' ? 'COMMIT' : text) }],
  [
    'an event of a time series lost',
    {
      sql: `
        CREATE FUNCTION soak_lose() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RETURN NULL; END';
        CREATE TRIGGER soak_lose BEFORE INSERT ON timeseries_events FOR EACH ROW EXECUTE FUNCTION soak_lose()`,
    },
  ],
]);

/** Returns several faults as one. @param names with + between them @throws Error for a name that is not there */
export function findPlants(names: string): Required<Pick<Plant, 'rewrite' | 'sql'>> {
  const found = names.split('+').map((name) => {
    const plant = plants.get(name);
    if (!plant) throw new Error(`Unknown plant ${name}; known are ${[...plants.keys()].join('; ')}`);
    return plant;
  });
  const slowest = Math.max(...found.map(({ slowness = 0 }) => slowness));
  return {
    rewrite: (text) => found.reduce((all, { rewrite }) => rewrite?.(all) ?? all, text),
    sql: [
      ...found.flatMap(({ sql }) => sql ?? []),
      // The longest is long enough for all of them.
      ...(slowest > 0 ? [slowWrites(slowest)] : []),
    ].join(';\n'),
  };
}
