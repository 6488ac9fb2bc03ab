import { InvalidArgumentError } from 'commander';
import { descriptionRule, isDescription, isName, nameRule } from '../../core/text.js';
import { CommandFailed } from '../command-failed.js';
import type { Call } from './command.js';
import { plain } from './output.js';

/** A text of a user or a group that a command has changed. */
interface Text {
  /** As the option that changes it is named. */
  readonly option: string;
  /** The member of the aspect. */
  readonly member: string;
  /** Undefined: unchanged; empty: removed. */
  readonly value: string | undefined;
  /** The text of the profile, which is shown instead of the one of the aspect. */
  readonly profile?: string | null | undefined;
}

interface Edit {
  readonly urn: string;
  readonly aspectName: 'corpUserInfo' | 'corpGroupInfo';
  readonly texts: readonly Text[];
}

/** Changes texts of an existing user or group, all or none. Other members of the aspect do not change. */
export async function editTexts(
  { catalog, out }: Call,
  { urn, aspectName, texts }: Edit,
  info: (line: string) => void,
): Promise<void> {
  const given = texts.filter((text): text is Text & { value: string } => text.value !== undefined);
  if (given.length === 0) {
    const options = texts.map(({ option }) => `--${option}`).join(', ');
    throw new CommandFailed(`Nothing to change: pass at least one of ${options}.`, 2);
  }
  const patch = given.map(({ member, value }) =>
    value === '' ? { op: 'remove', path: `/${member}` } : { op: 'add', path: `/${member}`, value },
  );
  const aspect = { contentType: 'application/json', value: JSON.stringify(patch) };
  await catalog.post('/aspects?action=ingestProposal', {
    proposal: { entityUrn: urn, aspectName, changeType: 'PATCH', aspect },
  });
  for (const { option, value, profile } of given) {
    if (profile && profile !== value)
      info(`The profile of ${urn} has another ${option}, which is shown instead: "${plain(profile)}"`);
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
