import type { ComponentChildren } from 'preact';
import { entityName, type Named } from '../../../client/named-entity.js';
import { simplePath } from '../../model/field-path.js';
import { counted } from '../../model/text.js';
import { NamedLink, Ref } from '../entity/entity-link.js';

/** What a sentence tells of a change. */
export interface ToldChange {
  readonly entity: Named;
  readonly fieldPath: string | null;
  readonly category: string;
  readonly operation: string;
  readonly modifier: string | null;
  readonly modifierEntity: Named | null;
}

/** Changes that one sentence tells: one person did the same to several things of one entity at one time. */
export type ToldChanges = readonly [ToldChange, ...ToldChange[]];

/** Names that a sentence has before it counts the others. */
const maxNames = 5;

/** Returns a list as a sentence has it: "a, b and 12 more". @param noun of what is counted */
function joinItems(items: readonly ComponentChildren[], noun: string): ComponentChildren {
  const shown = items.length > maxNames ? items.slice(0, maxNames - 1) : items;
  const all =
    items.length > shown.length ? [...shown, counted(items.length - shown.length, `more ${noun}`)] : shown;
  return all.map((item, index) => [index === 0 ? '' : index === all.length - 1 ? ' and ' : ', ', item]);
}

/** Returns the columns of changes, in the order in which they were changed. */
const listColumns = (changes: readonly ToldChange[]): readonly string[] => [
  ...new Set(changes.flatMap(({ fieldPath }) => fieldPath ?? []).reverse()),
];

const showColumns = (paths: readonly string[]) =>
  joinItems(
    paths.map((path) => (
      <code key={path} dir="auto" title={path}>
        {simplePath(path)}
      </code>
    )),
    'column',
  );

interface ChangeTextProps {
  changes: ToldChanges;
  /** Whether the sentence names the entity, because the page is not about it. */
  showsEntity?: boolean;
}

/** What a person did, as in "added PII to email". The subject stands before it. */
export function ChangeText({ changes, showsEntity = false }: ChangeTextProps) {
  const [{ category, entity }] = changes;
  if (category === 'TECHNICAL_SCHEMA')
    return (
      <>
        changed the schema
        {showsEntity && (
          <>
            {' '}
            of <NamedLink entity={entity} />
          </>
        )}
        : {schemaParts(changes).map((part, index) => [index > 0 && ', ', part])}
      </>
    );
  const [what, word] = predicate(changes);
  const isShort = category === 'DEPRECATION' && word === '' && !showsEntity;
  return (
    <>
      {what}
      <Place changes={changes} word={word} showsEntity={showsEntity} />
      {isShort && ' it'}
    </>
  );
}

const schemaVerbs = { ADD: 'added', REMOVE: 'removed', MODIFY: 'changed the type of' };

const schemaParts = (changes: ToldChanges): ComponentChildren[] =>
  Object.entries(schemaVerbs).flatMap(([operation, verb]) => {
    const paths = listColumns(changes.filter((change) => change.operation === operation));
    return paths.length === 0 ? [] : [[verb, ' ', showColumns(paths)]];
  });

/** Where it was, after a word such as "to": the columns, and the entity where the page is not about it. */
function Place({ changes, word, showsEntity }: { changes: ToldChanges; word: string; showsEntity: boolean }) {
  const paths = listColumns(changes);
  const isOnEntity = changes.some(({ fieldPath }) => fieldPath === null);
  const link = showsEntity && <NamedLink entity={changes[0].entity} />;
  if (paths.length === 0 && !link) return null;
  return (
    <>
      {' '}
      {word} {isOnEntity && (link || 'this entity')}
      {isOnEntity && paths.length > 0 && ' and '}
      {paths.length > 3 ? counted(paths.length, 'column') : showColumns(paths)}
      {!isOnEntity && link && <> of {link}</>}
    </>
  );
}

const nouns: Readonly<Record<string, string>> = {
  TAG: 'tag',
  GLOSSARY_TERM: 'term',
  OWNER: 'owner',
  DOMAIN: 'domain',
};

const verbs: Readonly<Record<string, string>> = {
  ADD: 'added',
  REMOVE: 'removed',
  CREATE: 'created',
  SOFT_DELETE: 'removed',
  REINSTATE: 'restored',
  HARD_DELETE: 'deleted',
};

const deprecation: Readonly<Record<string, readonly [what: string, word: string]>> = {
  ADD: ['deprecated', ''],
  REMOVE: ['ended the deprecation', 'of'],
  MODIFY: ['changed the note of the deprecation', 'of'],
};

/** Returns what was done to what, and the word before the place of it. */
function predicate(changes: ToldChanges): readonly [what: ComponentChildren, word: string] {
  const [{ category, operation, modifier, modifierEntity }] = changes;
  const verb = verbs[operation] ?? 'changed';
  const noun = nouns[category];
  if (noun && operation !== 'MODIFY')
    return [[verb, ' ', things(changes, noun)], operation === 'ADD' ? 'to' : 'from'];
  switch (category) {
    case 'OWNER':
      return [['changed the role of the owner ', thing(changes[0])], 'of'];
    case 'DOCUMENTATION':
      if (modifier === null)
        return operation === 'ADD' ? ['added a description', 'to'] : [`${verb} the description`, 'of'];
      return [[verb, ' the link ', <bdi>{modifier}</bdi>], operation === 'REMOVE' ? 'from' : 'of'];
    case 'DEPRECATION':
      return deprecation[operation] ?? [verb, ''];
    case 'STRUCTURED_PROPERTY': {
      const name = modifierEntity ? entityName(modifierEntity) : modifier;
      return [[operation === 'ADD' ? 'set' : verb, ' the property ', <bdi>{name}</bdi>], 'of'];
    }
    case 'PROPERTIES':
      return [`changed the ${modifier === 'colorHex' ? 'colour' : 'name'}`, 'of'];
    default:
      return [verb, ''];
  }
}

const thing = ({ modifier, modifierEntity }: ToldChange) => (
  <Ref key={modifier} entity={modifierEntity ?? { urn: modifier ?? '' }} />
);

/** What was added or removed: tags, terms, owners, domains. */
function things(changes: ToldChanges, noun: string): ComponentChildren {
  const each = [...new Map([...changes].reverse().map((change) => [change.modifier, change])).values()];
  const before = noun === 'tag' ? '' : `the ${noun}${each.length === 1 ? '' : 's'} `;
  return [before, joinItems(each.map(thing), noun)];
}
