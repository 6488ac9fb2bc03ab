import t from 'tap';
import { nearest } from '../../src/core/nearest.js';

const names = ['CREATE_TAGS', 'MANAGE_TAGS', 'EDIT_ENTITY'];

t.test('the nearest name is the one with the fewest changes', async (t) => {
  t.equal(nearest('CREATE_TAG', names), 'CREATE_TAGS');
  t.equal(nearest('create_tags', names), 'CREATE_TAGS', 'ignoring case');
  t.equal(nearest('MANGE_TAGS', names), 'MANAGE_TAGS');
  t.equal(nearest('EDIT_ENTTIY', names), 'EDIT_ENTITY');
});

t.test('a text that resembles no name has none', async (t) => {
  for (const text of ['', 'X', 'DROP_EVERYTHING', 'CREATE_TAGS'.repeat(100)])
    t.equal(nearest(text, names), undefined);
});
