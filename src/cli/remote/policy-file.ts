import { z } from 'zod';
import { readText, readTextFile } from '../../files/text-file.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Call } from './command.js';
import { escaped, wantsEscapes } from './output.js';
import { allPolicies, needs } from './policy-model.js';

/** A file of policies, as DataHub's: a list of URNs and the aspect dataHubPolicyInfo. */
const fileSchema = z
  .array(z.strictObject({ urn: z.string().startsWith('urn:li:dataHubPolicy:'), info: z.looseObject({}) }))
  .max(10_000);

const maxBytes = 10_000_000;
const batchSize = 100;

/** Prints all policies as YAML, or as JSON. */
export async function exportPolicies(call: Call): Promise<void> {
  const { catalog, out, deps } = call;
  const found = await allPolicies(call);
  const entries: { urn: string; info: object }[] = [];
  for (let start = 0; start < found.length; start += batchSize) {
    const answer = await catalog.post<{ urn: string; dataHubPolicyInfo?: { value: object } }[]>(
      '/openapi/v3/entity/dataHubPolicy/batchGet',
      found.slice(start, start + batchSize).map(({ urn }) => ({ urn, dataHubPolicyInfo: {} })),
      needs,
    );
    for (const { urn, dataHubPolicyInfo } of answer) {
      if (!dataHubPolicyInfo) {
        deps.info(`warning: ${urn} is skipped: it has no aspect dataHubPolicyInfo`);
        continue;
      }
      // Would differ in every copy of the same policies.
      const { lastUpdatedTimestamp, ...info } = dataHubPolicyInfo.value as { lastUpdatedTimestamp?: number };
      entries.push({ urn, info });
    }
  }
  entries.sort((one, other) => (one.urn < other.urn ? -1 : 1));
  out.text(await toYaml(entries), entries);
}

/** Returns the exact value, without characters that a terminal would obey. */
export async function toYaml(value: unknown): Promise<string> {
  const { Document, visit } = await import('yaml');
  const document = new Document(value);
  visit(document, {
    Scalar(_, scalar) {
      if (wantsEscapes(String(scalar.value))) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return escaped(document.toString({ lineWidth: 110 }).trimEnd());
}

/** Writes the policies of a file under their URNs: all or none. */
export async function importPolicies({ catalog, out, deps }: Call, file: string): Promise<void> {
  const entries = await readEntries(file, deps);
  const proposals = entries.map(({ urn, info }) => ({
    entityType: 'dataHubPolicy',
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName: 'dataHubPolicyInfo',
    aspect: { contentType: 'application/json', value: JSON.stringify(info) },
  }));
  if (proposals.length > 0) await catalog.post('/aspects?action=ingestProposalBatch', { proposals }, needs);
  const urns = entries.map(({ urn }) => urn);
  out.done(`Wrote ${urns.length} policies.`, urns.join('\n'), { policies: urns });
}

async function readEntries(file: string, { stdin }: Dependencies) {
  const isInput = file === '-';
  const name = isInput ? 'The input' : file;
  const text = isInput ? await readText(stdin(), name, maxBytes) : await readTextFile(file, maxBytes);
  const { parse } = await import('yaml');
  let content: unknown;
  try {
    content = parse(text);
  } catch (error) {
    throw new CommandFailed(`${name} is not YAML: ${(error as Error).message.trim()}`, 2);
  }
  const parsed = fileSchema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue!.path.length > 0 ? `[${issue!.path.join('].')}: ` : '';
    throw new CommandFailed(
      `${name} is not a list of policies ({urn, info}) as written by catalog policy export: ${where}${issue!.message}`,
      2,
    );
  }
  return parsed.data;
}
