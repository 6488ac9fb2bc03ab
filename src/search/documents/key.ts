import { decodedPart, keyAspectValue } from '../../aspects/key-aspect.js';
import { type Contribution, one } from '../../aspects/searched.js';
import { type ParsedUrn, parseUrn } from '../../core/urn.js';

/** The member of a key aspect that names the tool or platform, without the beginning of its URN. */
const tools = ['dashboardTool', 'orchestrator', 'notebookTool'];
/** The members that name an entity, the first of them that its key has. */
const names = [
  'name',
  'username',
  'jobId',
  'flowId',
  'dashboardId',
  'chartId',
  'notebookId',
  'platformName',
  'fieldPath',
  'instance',
  'path',
  'id',
];

const platformPrefix = 'urn:li:dataPlatform:';

/** Returns what the URN of an entity adds to its document. */
export function keyContribution(urn: string): Contribution {
  const parsed = parseUrn(urn);
  const key = keyAspectValue(parsed) ?? {};
  const id = names.map((member) => key[member]).find((value) => value !== undefined) ?? urn;
  const flow = parsed.type === 'dataJob' ? parseFlow(key.flow) : null;
  const tool = tools.map((member) => key[member]).find((value) => value !== undefined) ?? flow?.tool;
  const platform = key.platform ?? (tool && `${platformPrefix}${tool}`);
  return {
    source: 'key',
    fields: {
      id: one(id),
      // Containers, whose URNs have none, get it from an aspect.
      ...(platform?.startsWith(platformPrefix) && { platform: [platform] }),
      origin: one(key.origin),
      ...(parsed.type === 'corpuser' && { username: one(id), ldap: one(id) }),
    },
    names: listSpellings(id),
    texts: [
      ...listSpellings(id).map((text) => [text, 'A'] as const),
      ...listSpellings(flow?.id).map((text) => [text, 'C'] as const),
    ],
  };
}

/** As it is written, and as people read it. */
const listSpellings = (part?: string) => (part === undefined ? [] : [...new Set([part, decodedPart(part)])]);

/** Returns the tool and the id of a flow; null when the text is not the URN of a flow. */
function parseFlow(urn: string | undefined): { tool: string; id: string } | null {
  if (urn === undefined || !urn.startsWith('urn:li:dataFlow:')) return null;
  const { parts }: ParsedUrn = parseUrn(urn);
  return parts.length === 3 ? { tool: parts[0]!, id: parts[1]! } : null;
}
