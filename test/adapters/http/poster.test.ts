// runs in: test:all

import { httpPoster } from '../../../src/adapters/http/poster.ts';
import { posterContract } from '../../contract/poster.ts';

posterContract('http poster', httpPoster);
