import type { ComponentChildren } from 'preact';
import { urnType } from '../../model/urn.js';
import { Ref, Strong, type Told } from './told.js';

const verbs: Readonly<Record<string, string>> = {
  ADD: 'added',
  REMOVE: 'removed',
  MODIFY: 'changed',
  CREATE: 'created',
  SOFT_DELETE: 'removed',
  REINSTATE: 'restored',
};
const prepositions: Readonly<Record<string, string>> = { ADD: 'to', REMOVE: 'from' };

/** What a change of each category is about. */
const nouns: Readonly<Record<string, string>> = {
  TAG: 'tag',
  GLOSSARY_TERM: 'term',
  OWNER: 'owner',
  DOMAIN: 'domain',
  STRUCTURED_PROPERTY: 'property',
  PROPERTIES: '',
};

const deprecation: Readonly<Record<string, string>> = {
  ADD: 'deprecated',
  REMOVE: 'withdrew the deprecation of',
  MODIFY: 'changed the deprecation of',
};

/** A change of metadata in words, such as "added the tag PII to orders, column email". */
export function changeSentence(told: Told, subject: ComponentChildren): ComponentChildren {
  const { event, detail, named } = told;
  const [category, operation] = [`${detail.category}`, `${detail.operation}`];
  const verb = verbs[operation] ?? 'changed';
  const column = typeof detail.fieldPath === 'string' && <code dir="auto">{detail.fieldPath}</code>;
  const place = (
    <>
      {subject}
      {column && <>, column {column}</>}
    </>
  );
  if (category === 'DOCUMENTATION')
    return (
      <>
        {operation === 'ADD' ? 'wrote' : verb} the description of {place}
      </>
    );
  if (category === 'DEPRECATION')
    return (
      <>
        {deprecation[operation] ?? verb} {place}
      </>
    );
  if (category === 'LIFECYCLE')
    return (
      <>
        {verb} {subject}
      </>
    );
  if (category === 'TECHNICAL_SCHEMA')
    return (
      <>
        {verb} {column ? <>the column {column}</> : 'the schema'} {prepositions[operation] ?? 'of'} {subject}
      </>
    );
  const { modifier } = detail;
  const noun = nouns[category];
  if (noun === undefined || typeof modifier !== 'string')
    return (
      <>
        {verb} <code>{event.aspectName}</code> of {place}
      </>
    );
  return (
    <>
      {verb} the {noun}{' '}
      {urnType(modifier) === '' ? <Strong>{modifier}</Strong> : <Ref urn={modifier} named={named} />}{' '}
      {prepositions[operation] ?? 'of'} {place}
    </>
  );
}
