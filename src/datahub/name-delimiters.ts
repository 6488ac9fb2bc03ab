/** What separates the levels in names of datasets, by platform, where DataHub's platforms have no dot. */
export const nameDelimiters: Readonly<Record<string, string>> = {
  adlsGen1: '/',
  adlsGen2: '/',
  dagster: '/',
  excel: '/',
  gcs: '/',
  hdfs: '/',
  s3: '/',
};
