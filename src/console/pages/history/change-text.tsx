import { entityName, type Named } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Tag } from '../../kit/tag.js';
import { simplePath } from '../../model/field-path.js';
import { links } from '../../model/links.js';
import { counted } from '../../model/text.js';
import type { Act, Change } from './change.js';
import { listOf } from './list-of.js';

/** Returns the columns of changes, in the order in which they were changed. */
const listColumns = (changes: readonly Change[]): readonly string[] => [
  ...new Set(changes.flatMap(({ fieldPath }) => fieldPath ?? []).reverse()),
];

const Column = ({ path }: { path: string }) => (
  <code dir="auto" title={path}>
    {simplePath(path)}
  </code>
);

function NamedThing({ entity, urn }: { entity: Named | null; urn: string }) {
  const name = entity ? entityName(entity) : urnName(urn);
  if (urn.startsWith('urn:li:tag:'))
    return <Tag tag={{ urn, name, properties: { colorHex: entity?.properties?.colorHex ?? null } }} />;
  return (
    <a href={links.named(urn)} title={urn} dir="auto">
      {name}
    </a>
  );
}

/** What was added or removed: tags, terms, owners, domains. */
function Things({ changes, noun }: { changes: readonly Change[]; noun: string }) {
  const byUrn = new Map([...changes].reverse().map((change) => [change.modifier ?? '', change]));
  const things = [...byUrn].map(([urn, { modifierEntity }]) => (
    <NamedThing key={urn} entity={modifierEntity} urn={urn} />
  ));
  return (
    <>
      {noun !== 'tag' && `the ${noun}${things.length === 1 ? '' : 's'} `}
      {listOf(things, noun)}
    </>
  );
}

/** Where it was, after a word such as "to": the columns, and the entity where the page is not about it. */
function Place({ act, word, showsEntity }: { act: Act; word: string; showsEntity: boolean }) {
  const paths = listColumns(act.changes);
  const isOnEntity = act.changes.some(({ fieldPath }) => fieldPath === null);
  const { entity } = act.changes[0];
  const link = showsEntity && (
    <a href={links.named(entity.urn)} title={entity.urn} dir="auto">
      {entityName(entity)}
    </a>
  );
  if (paths.length === 0)
    return (
      link && (
        <>
          {' '}
          {word} {link}
        </>
      )
    );
  const columns =
    paths.length > 3
      ? counted(paths.length, 'column')
      : listOf(
          paths.map((path) => <Column key={path} path={path} />),
          'column',
        );
  return (
    <>
      {' '}
      {word} {isOnEntity && (link || 'this entity')}
      {isOnEntity && ' and '}
      {columns}
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

interface ChangeTextProps {
  act: Act;
  /** Whether the sentence names the entity, because the page is not about it. */
  showsEntity?: boolean;
}

/** What somebody did, as in "added PII to email". The subject stands before it. */
export function ChangeText({ act, showsEntity = false }: ChangeTextProps) {
  const { category, operation, modifier, modifierEntity, from, to } = act.changes[0];
  const place = (word: string) => <Place act={act} word={word} showsEntity={showsEntity} />;
  const noun = nouns[category];
  const verb = { ADD: 'added', REMOVE: 'removed' }[operation] ?? 'changed';
  if (noun && operation !== 'MODIFY')
    return (
      <>
        {verb} <Things changes={act.changes} noun={noun} />
        {place(operation === 'ADD' ? 'to' : 'from')}
      </>
    );
  if (category === 'OWNER')
    return (
      <>
        changed the role of the owner <NamedThing entity={modifierEntity} urn={modifier ?? ''} />
        {place('of')}
      </>
    );
  if (category === 'DOCUMENTATION' && modifier !== null)
    return (
      <>
        {verb} the link <span dir="auto">{modifier}</span>
        {place(operation === 'REMOVE' ? 'from' : 'of')}
      </>
    );
  if (category === 'DOCUMENTATION')
    return (
      <>
        {operation === 'ADD' ? 'added a' : `${verb} the`} description
        {place(operation === 'ADD' ? 'to' : 'of')}
      </>
    );
  if (category === 'DEPRECATION')
    return (
      <>
        {to === null
          ? 'ended the deprecation'
          : from === null
            ? 'deprecated'
            : 'changed the note of the deprecation'}
        {place(from === null ? '' : 'of')}
        {from === null && !showsEntity && 'it'}
      </>
    );
  if (category === 'TECHNICAL_SCHEMA') return <SchemaText act={act} showsEntity={showsEntity} />;
  if (category === 'STRUCTURED_PROPERTY')
    return (
      <>
        {operation === 'ADD' ? 'set' : verb} the property{' '}
        <span dir="auto">{modifierEntity ? entityName(modifierEntity) : modifier}</span>
        {place('of')}
      </>
    );
  if (category === 'PROPERTIES')
    return (
      <>
        changed the {modifier === 'colorHex' ? 'colour' : 'name'}
        {place('of')}
      </>
    );
  const life = { CREATE: 'created', SOFT_DELETE: 'removed', REINSTATE: 'restored', HARD_DELETE: 'deleted' };
  return (
    <>
      {life[operation as keyof typeof life] ?? verb}
      {place('') || ' this entity'}
    </>
  );
}

function SchemaText({ act, showsEntity }: Required<ChangeTextProps>) {
  const { entity } = act.changes[0];
  const parts = (['ADD', 'REMOVE', 'MODIFY'] as const).flatMap((operation) => {
    const paths = listColumns(act.changes.filter((change) => change.operation === operation));
    if (paths.length === 0) return [];
    const verb = { ADD: 'added', REMOVE: 'removed', MODIFY: 'changed the type of' }[operation];
    return [
      <>
        {verb}{' '}
        {listOf(
          paths.map((path) => <Column key={path} path={path} />),
          'column',
        )}
      </>,
    ];
  });
  return (
    <>
      changed the schema
      {showsEntity && (
        <>
          {' '}
          of{' '}
          <a href={links.named(entity.urn)} dir="auto">
            {entityName(entity)}
          </a>
        </>
      )}
      : {parts.map((part, index) => [index > 0 && ', ', part])}
    </>
  );
}
