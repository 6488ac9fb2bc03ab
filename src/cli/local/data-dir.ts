import { Option } from 'commander';
import { pathArgument } from '../path.js';

export const dataDirOption = () =>
  new Option('--data-dir <folder>', 'folder of the embedded database, instead of DATA_DIR').argParser(
    pathArgument,
  );
