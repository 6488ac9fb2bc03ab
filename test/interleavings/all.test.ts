import t from 'tap';
import { savePolicy } from '../support/save-policy.js';
import { access } from './access.js';
import { deletion } from './deletion.js';
import { numbering } from './numbering.js';
import { openStage, withoutServer } from './stage.js';
import { tasks } from './tasks.js';
import { mostTokens, tokens } from './tokens.js';
import { undoing } from './undo.js';

const subjects = { access, deletion, numbering, tasks, tokens, undoing };
/** The names of some of them; default: all. */
const { SUBJECTS = Object.keys(subjects).join(' ') } = process.env;

t.test('requests at the same time, in each order of their statements', { skip: withoutServer }, async (t) => {
  const env = { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000', TOKENS_PER_ACTOR_MAX: `${mostTokens}` };
  const stage = await openStage(t, { size: 3, env });
  await savePolicy(stage.db, {
    ...{ id: 'everyone', name: 'everyone', type: 'PLATFORM', state: 'ACTIVE' },
    privileges: ['MANAGE_ACCESS_TOKENS'],
    actors: { allUsers: true, users: [] },
    resources: { type: null, urns: [] },
  });
  for (const [name, subject] of Object.entries(subjects))
    if (SUBJECTS.split(' ').includes(name)) await t.test(name, (t) => subject(t, stage));
});
