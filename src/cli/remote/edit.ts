import { InvalidArgumentError } from 'commander';
import { descriptionRule, isDescription, isName, nameRule } from '../../core/text.js';
import { CommandFailed } from '../command-failed.js';
import type { Call } from './command.js';
import { plain } from './output.js';

interface Edit<Option extends string> {
  readonly urn: string;
  readonly aspectName: 'corpUserInfo' | 'corpGroupInfo';
  /** The new texts. Undefined: unchanged; empty: removed. */
  readonly options: { readonly [Name in Option]?: string };
  /** The members of the aspect that the options change. */
  readonly members: Readonly<Record<Option, string>>;
  /** The texts of the profile, which are shown instead of those of the aspect, by their members. */
  readonly profile: Readonly<Record<string, string | null>> | null;
}

/** Changes texts of an existing user or group, all or none. Other members of the aspect do not change. */
export async function editTexts<Option extends string>(
  { catalog, out, deps: { info } }: Call,
  { urn, aspectName, options, members, profile }: Edit<Option>,
): Promise<void> {
  const names = Object.keys(members) as Option[];
  const given = names.flatMap((option) => {
    const value = options[option];
    return value === undefined ? [] : [{ option, member: members[option], value }];
  });
  if (given.length === 0) {
    const known = names.map((option) => `--${option}`).join(', ');
    throw new CommandFailed(`Nothing to change: pass at least one of ${known}.`, 2);
  }
  const patch = given.map(({ member, value }) =>
    value === '' ? { op: 'remove', path: `/${member}` } : { op: 'add', path: `/${member}`, value },
  );
  const aspect = { contentType: 'application/json', value: JSON.stringify(patch) };
  await catalog.post('/aspects?action=ingestProposal', {
    proposal: { entityUrn: urn, aspectName, changeType: 'PATCH', aspect },
  });
  for (const { option, member, value } of given) {
    const shown = profile?.[member];
    if (shown && shown !== value)
      info(`The profile of ${urn} has another ${option}, which is shown instead: "${plain(shown)}"`);
  }
  const changes = given.map(({ option, value }) =>
    value === '' ? `no ${option}` : `the ${option} ${value}`,
  );
  const changed = Object.fromEntries(given.map(({ option, value }) => [option, value || null]));
  out.done(`${urn} has ${changes.join(' and ')}.`, urn, { urn, ...changed });
}

const parser = (isValid: (text: string) => boolean, rule: string) => (text: string) => {
  if (isValid(text)) return text;
  throw new InvalidArgumentError(`The text is not valid: ${rule}.`);
};

/** Parses a name of an option. */
export const nameArgument = parser(isName, nameRule);
/** Parses a text of an option that is on one line; an empty text removes it. */
export const lineArgument = parser((text) => text === '' || isName(text), `${nameRule}, or empty`);
/** Parses a description of an option; an empty text removes it. */
export const descriptionArgument = parser(isDescription, descriptionRule);
