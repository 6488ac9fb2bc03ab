import t from 'tap';
import { userStore } from '../../../src/users/user-store.js';
import { violatedInvariants } from '../../faults/support/invariants.js';
import { aspectCatalog } from '../../support/aspects.js';
import { seeded } from '../../support/random.js';
import { type Change, pastUser, randomChanges } from '../../support/random-changes.js';
import { documentsAndRefilled } from '../../support/stored-documents.js';
import { keptAndCounted } from '../../support/tagged-entities.js';

const { db, writer } = await aspectCatalog(t, {}, [
  'DELETE_ENTITY',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_POLICIES',
]);

interface Sent extends Change {
  readonly answer: { readonly status: number; readonly body: unknown };
}

async function send(change: Change): Promise<Sent> {
  const { status, body } = await writer.send(change.method, change.url, change.payload);
  return { ...change, answer: { status, body } };
}

async function sendAll(changes: readonly Change[], atOnce: boolean): Promise<Sent[]> {
  if (atOnce) return Promise.all(changes.map(send));
  const sent: Sent[] = [];
  for (const change of changes) sent.push(await send(change));
  return sent;
}

/** GraphQL has the statuses of its errors inside. */
const readCode = ({ answer: { status, body } }: Sent): number =>
  Number(/^\{"errors":.*?"code":(\d+)/.exec(JSON.stringify(body))?.[1] ?? status);

/** Returns what is kept for searches, and what it is when it is made again. */
async function keptAndMadeAgain() {
  // The fill of the documents comes last: it mends what the others show.
  const violated = await violatedInvariants(db);
  const { kept, counted } = await keptAndCounted(db);
  const { stored, refilled } = await documentsAndRefilled(db);
  return [
    { violated, tagged: kept, documents: stored },
    { violated: [], tagged: counted, documents: refilled },
  ] as const;
}

t.test('search documents and counts of tags follow random changes of metadata', async (t) => {
  const choose = seeded(t);
  const randomChange = randomChanges(choose);
  const codes = new Map<number, number>();
  // The environment gives it longer.
  const end = performance.now() + Number(process.env.MODEL_SECONDS ?? 2) * 1_000;
  let rounds = 0;
  for (let isGood = true; isGood && (rounds === 0 || performance.now() < end); rounds += 1) {
    if (choose.below(4) === 0) await userStore(db).ensure([pastUser], 1);
    const sent = await sendAll(Array.from({ length: 10 }, randomChange), choose.below(2) === 0);
    for (const code of sent.map(readCode)) codes.set(code, (codes.get(code) ?? 0) + 1);
    const failed = sent.filter((one) => readCode(one) >= 500);
    const [kept, again] = await keptAndMadeAgain();
    isGood = failed.length === 0 && JSON.stringify(kept) === JSON.stringify(again);
    if (isGood) continue;
    t.strictSame(failed, []);
    t.strictSame(kept, again, JSON.stringify(sent));
  }
  t.ok((codes.get(200) ?? 0) + (codes.get(202) ?? 0) >= rounds, 'many changes are made');
  t.comment(`${rounds} rounds: ${[...codes].sort().map(([code, count]) => `${count} × ${code}`)}`);
});
