module.exports = require('../not-installed.cjs')('studio');
