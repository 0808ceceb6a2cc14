import { certificateEndMs } from '../../adapters/intake/certificateFiles.ts';
import type { Settings } from '../../config.ts';
import { certificatePaths } from '../../main/intake.ts';
import { instant } from '../../ports/clock.ts';
import { type Check, fine, wrong } from './check.ts';

const SOON_MS = 7 * 86_400_000;

/** The certificate with which the bounce intake offers STARTTLS; no check where nothing listens. */
export function intakeCheck(settings: Settings, nowMs: number): readonly Check[] {
  if (settings.POSTLEDGER_BOUNCE_PORT === undefined) return [];
  const run: Check['run'] = async () => {
    const paths = certificatePaths(settings);
    if (paths === null)
      return fine('takes plain text alone; set POSTLEDGER_BOUNCE_TLS_CERT to offer STARTTLS');
    const endMs = certificateEndMs(paths);
    const until = `valid until ${instant(endMs)}`;
    return endMs - nowMs > SOON_MS
      ? fine(`offers STARTTLS by a certificate ${until}`)
      : wrong(`its certificate is ${until}`, `Renew ${paths.cert}; it is read again when it changes.`);
  };
  return [{ name: 'bounce intake', run }];
}
