module.exports = require('../not-installed.cjs')('dev');
