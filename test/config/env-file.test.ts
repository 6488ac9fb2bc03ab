import t from 'tap';
import { envFileSettings } from '../../src/config.js';

t.test(
  '.env sets what the service reads, and nothing of the process or of the commands over HTTP',
  async (t) => {
    const settings = ['DATABASE_URL=x', 'OTEL_SERVICE_NAME=y', 'PGPASSWORD=z', 'PORT=1'];
    const others = [
      'NODE_TLS_REJECT_UNAUTHORIZED=0',
      'NODE_EXTRA_CA_CERTS=x',
      'CATALOG_URL=x',
      'CATALOG_TOKEN=x',
    ];
    const more = ['DATAHUB_GMS_URL=x', 'HTTPS_PROXY=x', 'PATH=x', 'XDG_CONFIG_HOME=x', 'constructor=x'];
    t.same(
      envFileSettings([...others, ...settings, ...more].join('\n'))
        .map((pair) => pair.join('='))
        .sort(),
      settings,
    );
  },
);
