import t from 'tap';
import { emptiedSettings, prefixes, unknownSettings } from '../../src/config/unknown.js';
import { unknownSettings as ofAll, variables } from '../../src/config.js';

t.test('11.22: a variable that is one edit away from a setting is reported with the setting', async (t) => {
  const almost = {
    DATABSE_URL: 'DATABASE_URL',
    DATABASEE_URL: 'DATABASE_URL',
    DATABASE_ULR: 'DATABASE_URL',
    DATABASE_URI: 'DATABASE_URL',
    DATABASE_URLS: 'DATABASE_URL',
    ATABASE_URL: 'DATABASE_URL',
    database_url: 'DATABASE_URL',
    DATA_DIRS: 'DATA_DIR',
    LOGLEVEL: 'LOG_LEVEL',
  };
  for (const [name, setting] of Object.entries(almost)) {
    t.same(ofAll({ [name]: 'postgresql://a:hunter2@db/x' }), [`${name} is not a setting: ${setting} is`]);
  }
});

t.test('11.22: a variable with the prefix of our settings is reported', async (t) => {
  for (const prefix of prefixes) {
    t.ok(
      variables.some((name) => name.startsWith(prefix)),
      `${prefix} is a setting's beginning`,
    );
    t.same(ofAll({ [`${prefix}SOMETHING`]: 'hunter2' }), [
      `${prefix}SOMETHING is not a setting: .env.example lists them`,
    ]);
  }
});

t.test('11.22: settings, empty variables and those of other programs are not reported', async (t) => {
  t.same(ofAll(Object.fromEntries(variables.map((name) => [name, 'x']))), []);
  t.same(ofAll({ DATABSE_URL: '', BOOTSTRAP_X: undefined }), []);
  const neighbours = {
    ...{ PATH: '/bin', HOSTS: 'x', PORTS: 'x', HOSTNAME: 'x', TEST_DATABASE_URL: 'x', NODE_ENV: 'x' },
    ...{ DATAHUB_GMS_URL: 'x', DATAHUB_GMS_TOKEN: 'x', PGPASSWORD: 'x' },
    // Kubernetes sets these for a service named "database".
    ...{ DATABASE_SERVICE_HOST: '10.0.0.1', DATABASE_PORT: 'x', DATABASE_PORT_5432_TCP_ADDR: 'x' },
  };
  t.same(ofAll(neighbours), []);
  t.same(unknownSettings({ POST: 'x' }, ['PORT']), [], 'short names are too similar');
});

t.test('a setting of .env that is empty in the environment is named, without its value', async (t) => {
  const settings: [string, string][] = [
    ['DATABASE_URL', 'postgresql://a:hunter2@db/x'],
    ['PORT', '1'],
    ['HOST', ''],
  ];
  t.same(emptiedSettings({ DATABASE_URL: '', PORT: '2', HOST: '' }, settings), [
    'DATABASE_URL is empty in the environment, so its value in .env has no effect. Unset the variable to use .env',
  ]);
  t.same(emptiedSettings({}, settings), []);
});
