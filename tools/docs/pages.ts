import { architecturePage } from './architecture.ts';
import { bouncesPage } from './bounces.ts';
import { clientSchemas } from './clientSchemas.ts';
import { commandsPage } from './commands.ts';
import { decisionsPage } from './decisions.ts';
import { eventsPage } from './events.ts';
import { metricsPage } from './metrics.ts';
import { migratingPage } from './migrating.ts';
import { personalDataPage } from './personalData.ts';
import { architecturePicture } from './picture.ts';
import { settingsPage } from './settings.ts';
import { thirdPartyPage } from './thirdParty.ts';

/** Every generated file: its path below the root, and its text as the code would have it now. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['ARCHITECTURE.md', architecturePage()],
    ['docs/architecture.svg', architecturePicture()],
    ['docs/bounces.md', bouncesPage()],
    ['docs/commands.md', await commandsPage()],
    ['docs/decisions/README.md', decisionsPage()],
    ['docs/events.md', eventsPage()],
    ['docs/metrics.md', metricsPage()],
    ['docs/migrating.md', migratingPage()],
    ['docs/personal-data.md', personalDataPage()],
    ['docs/settings.md', settingsPage()],
    ['src/client/schemas.ts', await clientSchemas()],
    ['THIRD-PARTY.md', thirdPartyPage()],
  ]);
}
