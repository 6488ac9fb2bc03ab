import { useEffect } from 'preact/hooks';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { useQuery } from '../../api/use-query.js';
import { Fact } from '../../kit/facts.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { numberText } from '../../model/numbers.js';

const health = graphql(`
  query Health {
    serviceHealth {
      status
      version
      nodeVersion
      uptimeSeconds
      eventLoopDelayMillis
      database {
        kind
        version
        readOnly
        pendingMigrations
      }
      replica {
        up
        lagBytes
        lagSeconds
      }
      connectionPools {
        name
        max
        inUse
        idle
        waiting
      }
      argon2Queues {
        name
        active
        waiting
      }
      search {
        complete
        done
        total
      }
    }
  }
`);

type ServiceHealth = ResultOf<typeof health>['serviceHealth'];

/** The pause between two looks while the page is shown. */
const pollMs = 5_000;

export default function Health() {
  const query = useQuery(health, {});
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && query.reload(), pollMs);
    return () => clearInterval(timer);
  }, [query.reload]);
  return (
    <Page title="Health" about="The state of the process that responds, refreshed every 5 s.">
      <Loaded query={query} label="Health">
        {({ serviceHealth }) => <Facts health={serviceHealth} />}
      </Loaded>
    </Page>
  );
}

const kinds = { POSTGRESQL: 'PostgreSQL', EMBEDDED: 'PGlite, embedded' } as const;
const states = { OK: 'ready', STOPPING: 'stopping', UNAVAILABLE: 'unavailable' } as const;

function Facts({ health }: { health: ServiceHealth }) {
  const { status, database, replica, connectionPools, argon2Queues, search } = health;
  const pending = database.pendingMigrations;
  return (
    <>
      <section class="box stack">
        <h2>Service</h2>
        <dl class="facts">
          <Fact name="State" isBad={status !== 'OK'}>
            {states[status]}
          </Fact>
          <Fact name="Version">
            {health.version}, on Node.js {health.nodeVersion}
          </Fact>
          <Fact name="Uptime">{durationText(health.uptimeSeconds)}</Fact>
          <Fact name="Event loop delay" isBad={(health.eventLoopDelayMillis ?? 0) > 500}>
            {health.eventLoopDelayMillis === null
              ? 'not measured yet'
              : `${numberText(Math.round(health.eventLoopDelayMillis))} ms`}
          </Fact>
        </dl>
      </section>
      <section class="box stack">
        <h2>Database</h2>
        <dl class="facts">
          <Fact name="Kind">
            {kinds[database.kind]} {database.version}
          </Fact>
          <Fact name="Writes" isBad={database.readOnly}>
            {database.readOnly ? 'refused: the database is read-only' : 'accepted'}
          </Fact>
          <Fact name="Migrations" isBad={pending.length > 0}>
            {pending.length === 0 ? 'up to date' : `not applied yet: ${pending.join(', ')}`}
          </Fact>
          <Fact name="Search documents" isBad={!search.complete}>
            {search.complete
              ? 'complete'
              : `${numberText(search.done)} of ${numberText(search.total)} written`}
          </Fact>
          <Fact name="Replica" isBad={replica !== null && !replica.up}>
            {replica === null ? 'none' : replicaText(replica)}
          </Fact>
        </dl>
      </section>
      <section class="box stack">
        <h2>Queues</h2>
        <dl class="facts">
          {connectionPools.map(({ name, max, inUse, waiting }) => (
            <Fact key={name} name={`Connections, ${name}`} isBad={waiting > 0}>
              {numberText(inUse)} of {numberText(max)} in use, {numberText(waiting)} statements waiting
            </Fact>
          ))}
          {argon2Queues.map(({ name, active, waiting }) => (
            <Fact key={name} name={`argon2 checks, ${name}`}>
              {numberText(active)} running, {numberText(waiting)} waiting
            </Fact>
          ))}
        </dl>
      </section>
    </>
  );
}

function replicaText({ up, lagBytes, lagSeconds }: NonNullable<ServiceHealth['replica']>): string {
  if (!up) return 'unavailable: reads use the primary';
  return `${numberText(lagBytes ?? 0)} bytes and ${numberText(lagSeconds ?? 0)} seconds behind`;
}

function durationText(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3_600) % 24, (seconds / 60) % 60].map(
    Math.floor,
  );
  return `${days} d ${hours} h ${minutes} min`;
}
