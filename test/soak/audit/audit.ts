import type { Database } from '../../../src/db/database.js';
import { lineageFinding } from '../../../src/operations/doctor/lineage.js';
import { searchFindings } from '../../../src/operations/doctor/search.js';
import { client, readData } from '../../faults/support/client.js';
import { violatedInvariants } from '../../faults/support/invariants.js';
import type { Made } from '../action.js';
import { findAction } from '../actions.js';
import { expectRows, type Facts, printRow } from '../facts.js';
import type { Attempt, Played } from '../play.js';
import type { Heard } from '../watch.js';
import { assets } from '../world.js';
import { checkEvents } from './events.js';
import { checkReader, checkWebhook } from './heard.js';
import { findAttempts, groupByEntity, readLog, type StoredRow } from './log.js';
import { checkReads, isSame, shown } from './reads.js';
import { checkWithoutRows, effectFinder, type History, replay, untouched } from './replay.js';
import { checkRights } from './rights.js';

/** Something that must not be, and the step that shows it if one does. */
export interface Finding {
  readonly text: string;
  readonly step?: number;
}

/** What a run has shown from outside. */
export interface Run extends Played {
  /** The facts of each asset at the end, by the process that showed them. */
  readonly screens: readonly Screen[];
  /** What the reader of events and the webhook have heard. */
  readonly read: readonly Heard[];
  readonly sent: readonly Heard[];
}

/** An asset as a process shows it. */
export interface Screen {
  readonly url: string;
  readonly urn: string;
  readonly facts: Facts;
}

/** Reads all assets from all processes. */
export async function readScreens(urls: readonly string[], adminToken: string): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (const url of urls) {
    for (const urn of assets) {
      const { reads, request } = findAction(urn.includes(':container:') ? 'readContainer' : 'readDataset');
      const { query, variables } = request({ urn }, nothingMade)!.payload as {
        query: string;
        variables: object;
      };
      const data = readData(await client(url, adminToken).graphql(query, variables));
      screens.push({ url, urn, facts: reads!.facts!({ urn }, data).get(urn)! });
    }
  }
  return screens;
}
const nothingMade: Made = { webhook: '', callOf: () => undefined, tokenOf: () => undefined };

/** Checks what must be true after a run, in a database that no process changes any longer. */
export async function audit(run: Run, db: Database): Promise<Finding[]> {
  const { attempts, made, screens, read, sent } = run;
  const findings: Finding[] = [];
  const report = (text: string, attempt?: Attempt) => {
    const about =
      attempt && `attempt ${attempt.number}, step ${attempt.step.number} (${attempt.step.action})`;
    findings.push({
      text: about ? `${about}: ${text}` : text,
      ...(attempt && { step: attempt.step.number }),
    });
  };
  for (const attempt of attempts)
    if (attempt.code === 500) report(`an internal error: ${attempt.message}`, attempt);
  const stored = await readLog(db);
  const calls = new Map<string, StoredRow[]>();
  for (const row of stored) {
    const rows = calls.get(row.call ?? '');
    if (rows) rows.push(row);
    else calls.set(row.call ?? '', [row]);
  }
  const findEffects = effectFinder(made, calls);
  const isAbout = (attempt: Attempt, urn: string) => findEffects(attempt).has(urn);
  const log = findAttempts(stored, attempts, isAbout);
  checkRights(attempts, log, report);
  const histories = new Map<string, History>();
  for (const [urn, groups] of groupByEntity(log, isAbout))
    histories.set(urn, replay(urn, groups, findEffects, report));
  for (const attempt of attempts)
    for (const [urn, effect] of findEffects(attempt))
      checkWithoutRows(urn, histories.get(urn) ?? untouched, attempt, effect, report);
  checkReads(attempts, histories, report);
  checkReader(log, read, report);
  checkWebhook(log, sent, report);
  await checkEvents(attempts, db, report);

  for (const { url, urn, facts } of screens) {
    const last = shown(histories.get(urn)?.states.at(-1) ?? null);
    if (!isSame(last, shown(facts)))
      report(
        `${urn}: ${url} shows another state than the log: ${expectRows(last, shown(facts)).map(printRow)}`,
      );
  }
  for (const { state, text } of [...(await searchFindings(db)), await lineageFinding(db)])
    if (state !== 'ok') report(`doctor: ${state}: ${text}`);
  for (const line of await violatedInvariants(db, false)) report(line);
  return findings;
}
