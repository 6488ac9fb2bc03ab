import { encodePart as encode } from '../../core/column-urn.js';
import { toMap } from '../../core/to-map.js';

/** A platform, and the name of a dataset on it. */
export interface PlatformName {
  readonly platform: string;
  readonly name: string;
}

/** Schemes of namespaces that are not the names of DataHub's platforms. */
const platforms = toMap({ awsathena: 'athena', sqlserver: 'mssql' });

/** Schemes of file systems, whose names of datasets include the bucket or the host. */
const fileSystems = toMap({
  s3: 's3',
  s3a: 's3',
  s3n: 's3',
  gs: 'gcs',
  gcs: 'gcs',
  abfs: 'abs',
  abfss: 'abs',
  wasb: 'abs',
  wasbs: 'abs',
  dbfs: 'dbfs',
  file: 'file',
});

const uri = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s;
const glue = /^(?:arn:)?aws:glue:/;
const gluePrefix = 'table/';

/** Returns the platform of a namespace, and the name of the dataset there, as DataHub maps them. */
export function toPlatformName(namespace: string, name: string): PlatformName {
  if (glue.test(namespace)) return { platform: 'glue', name: glueName(name) };
  const [, scheme, rest = ''] = uri.exec(namespace) ?? [];
  if (scheme !== undefined) return ofScheme(scheme.toLowerCase(), name, `${rest}/${name}`);
  // Older clients write namespaces such as `file.localhost` and the whole URI as the name.
  const [, schemeInName, restOfName = ''] = uri.exec(name) ?? [];
  if (schemeInName !== undefined) return ofScheme(schemeInName.toLowerCase(), name, restOfName);
  return { platform: namespace, name };
}

function ofScheme(scheme: string, name: string, path: string): PlatformName {
  const fileSystem = fileSystems.get(scheme);
  if (fileSystem === undefined) return { platform: platforms.get(scheme) ?? scheme, name };
  return { platform: fileSystem, name: fileName(path, fileSystem === 'file') || name };
}

/** Only the paths of local files keep the slash at their beginning. */
function fileName(path: string, isLocal: boolean): string {
  const plain = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return isLocal ? plain : plain.replace(/^\//, '');
}

const glueName = (name: string) =>
  name.startsWith(gluePrefix) ? name.slice(gluePrefix.length).replaceAll('/', '.') : name;

/** Another name of a dataset, in its facet `symlinks`. */
interface Symlink {
  readonly namespace: string;
  readonly name: string;
  readonly type?: string | null | undefined;
}

/** Returns the table that a file or folder belongs to, in the catalog of Glue or Hive; null if it names none. */
export function findTable(symlinks: readonly Symlink[]): PlatformName | null {
  const table = symlinks.findLast(({ type }) => type === 'TABLE');
  if (!table) return null;
  return { platform: glue.test(table.namespace) ? 'glue' : 'hive', name: glueName(table.name) };
}

/** What separates the parts of a URN is encoded in them, as DataHub's clients do. */
export const encodePart = (part: string): string => encode(part.replaceAll('%2c', '%2C'));

/** Where a client says what runs its jobs. */
export interface Origin {
  /** Of the facet `jobType`. */
  readonly integration: string | null;
  /** The name in the facet `processing_engine`. */
  readonly engine: string | null;
  readonly producer: string | null;
}

const unknownOrchestrator = 'unknown';

/** Returns the tool that runs a job, by the first of the facets and the producer that says it. */
export function toOrchestrator({ integration, engine, producer }: Origin): string {
  for (const given of [integration, engine]) {
    const name = (given ?? '').trim().toLowerCase();
    if (name !== '') return platforms.get(name) ?? name;
  }
  return (producer && orchestratorIn(producer)) || unknownOrchestrator;
}

export const isUnknown = (orchestrator: string): boolean => orchestrator === unknownOrchestrator;

const repositories = /^https?:\/\/(?:www\.)?github\.com\/(apache\/airflow|trinodb\/trino)(?:[/?#]|$)/i;
const integrations =
  /^https?:\/\/(?:www\.)?github\.com\/openlineage\/openlineage\/(?:(?:blob|tree)\/[^/]+\/)?integration\/([\w-]+)/i;

function orchestratorIn(producer: string): string | null {
  const [, repository] = repositories.exec(producer) ?? [];
  if (repository) return repository.split('/')[1]!.toLowerCase();
  return integrations.exec(producer)?.[1]?.toLowerCase() ?? null;
}

/** Returns the name of the flow that a job belongs to: what is before the first dot of its name. */
export const flowName = (job: string): string => job.split('.', 1)[0] || job;

/** Returns the name of a job in its flow. */
export const taskName = (job: string): string => job.slice(job.indexOf('.') + 1) || job;
