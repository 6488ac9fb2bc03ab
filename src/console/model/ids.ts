import { blankEnd, invisible, maxUrnBytes, reserved, serviceAccount } from '../../urn/spelling.js';

const hidden = new RegExp(invisible, 'u');

export type Identified = 'tag' | 'corpuser' | 'corpGroup';

/** The rule of `idProblem`, for people. */
export const idRule = 'Without ",", "(", ")" and invisible characters.';

/**
 * Returns why the service refuses an id of a new entity, in words for people; empty: it takes it. A test compares this
 * with the rules of the service.
 */
export function idProblem(type: Identified, id: string): string {
  if (id === '') return 'The id is empty.';
  if (id.startsWith('urn:li:')) return 'Enter only the last part of the URN.';
  const urn = `urn:li:${type}:${id.normalize('NFC')}`;
  if (new TextEncoder().encode(urn).length > maxUrnBytes)
    return `The URN would be longer than ${maxUrnBytes} bytes.`;
  if (hidden.test(urn)) return 'It contains a control or invisible character.';
  if (blankEnd.test(id)) return 'It starts or ends with white space.';
  if (reserved.test(id)) return 'It contains "," "(" or ")": write %2C, %28 or %29.';
  if (id.includes('%2c')) return 'It contains the encoded comma "%2c": write "%2C".';
  if (serviceAccount.test(urn))
    return 'It looks like the id of a service account. Service accounts are created on their own page.';
  return '';
}

/** As long as a person reads it. */
const madeLength = 100;

/** Returns the id that a name suggests, such as `Sales-EU` for "Sales (EU)"; empty: the name has no letter and no digit. */
export function idFromName(type: Identified, name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.-]|\p{Default_Ignorable_Code_Point}/gu, ' ')
    .split(/[ -]+/)
    .filter((word) => word !== '');
  const id = [...words.join('-')].slice(0, madeLength).join('').replace(/-$/, '');
  return /[\p{L}\p{N}]/u.test(id) && idProblem(type, id) === '' ? id : '';
}

/** The same as `idProblem` for a field of a form: an empty field has no problem yet. */
export const typedIdProblem = (type: Identified, text: string): string =>
  text.trim() === '' ? '' : idProblem(type, text.trim());
