import { Type } from 'typebox';
import { category, type EventOf } from './category.ts';
import { Uuid } from './schema.ts';
import { uuid5 } from './uuid5.ts';

/** `templatename-{uuid5(workspace, friendly name)}`: who holds a friendly name; a stream a name makes it unique. */
export const templateName = category('templatename', {
  TemplateNameClaimed: {
    v: 1,
    meaning: 'The friendly name belongs to this template.',
    schema: Type.Object({ friendlyName: Type.String(), templateId: Uuid }),
  },
  TemplateNameReleased: {
    v: 1,
    meaning: 'The friendly name is free again.',
    schema: Type.Object({ friendlyName: Type.String(), templateId: Uuid }),
  },
});
export type TemplateNameEvent = EventOf<typeof templateName>;

export function templateNameIdOf(workspaceId: string, friendlyName: string): string {
  return uuid5('templatename', workspaceId, friendlyName);
}
