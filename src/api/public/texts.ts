/** The languages that recipients' pages are written in; the first one is the default. */
const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Ranges of a header that are read; browsers send a few. */
const MAX_RANGES = 20;

/**
 * The supported language that the reader prefers (RFC 9110, section 12.5.4; matched by its first subtag, RFC 4647,
 * section 3.4).
 */
export function languageFor(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',', MAX_RANGES).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return {
      subtag: tag.split('-', 1)[0] ?? '',
      weight: /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0,
    };
  });
  // Sorting keeps the order of ranges with equal weight.
  const wanted = wishes.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { subtag } of wanted) {
    const found = LANGUAGES.find((language) => language === subtag);
    if (found !== undefined) return found;
    if (subtag === '*') break;
  }
  return LANGUAGES[0];
}

interface Text {
  readonly title: string;
  readonly text: string;
}

/** The texts of the pages for recipients. `{address}` and `{from}` stand for the recipient's address and the sender. */
export interface Texts {
  readonly ask: Text & { readonly button: string };
  readonly done: Text;
  readonly undo: { readonly text: string; readonly button: string };
  readonly undone: Text;
  /** After the last undo that a link has. */
  readonly final: string;
  readonly unknown: Text;
  readonly revoked: Text;
  readonly unclear: Text;
  readonly unavailable: Text;
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    ask: {
      title: 'Unsubscribe?',
      text: '{address} would then get no more mail from {from}.',
      button: 'Unsubscribe',
    },
    done: { title: 'You are unsubscribed.', text: '{address} gets no more mail from {from}.' },
    undo: { text: 'Was that a mistake? You can take it back within an hour.', button: 'Take it back' },
    undone: { title: 'You are subscribed again.', text: '{address} goes on getting mail from {from}.' },
    final: 'This link takes nothing back any more. To get mail again, please write to {from}.',
    unknown: {
      title: 'This link is not valid.',
      text: 'It may have been cut off or changed on its way. Nothing was done.',
    },
    revoked: {
      title: 'This link was switched off.',
      text: 'Its sender does not let it lead anywhere any more. Nothing was opened.',
    },
    unclear: {
      title: 'Nothing was changed.',
      text: 'The request did not say what it wants. Please use the button.',
    },
    unavailable: {
      title: 'This does not work at the moment.',
      text: 'Nothing was changed. Please try again in a minute.',
    },
  },
  de: {
    ask: {
      title: 'Abmelden?',
      text: '{address} bekommt dann keine Post mehr von {from}.',
      button: 'Abmelden',
    },
    done: { title: 'Sie sind abgemeldet.', text: '{address} bekommt keine Post mehr von {from}.' },
    undo: {
      text: 'War das ein Versehen? Sie können es innerhalb einer Stunde rückgängig machen.',
      button: 'Rückgängig machen',
    },
    undone: { title: 'Sie sind wieder angemeldet.', text: '{address} bekommt weiterhin Post von {from}.' },
    final:
      'Dieser Link macht nichts mehr rückgängig. Wenn Sie wieder Post möchten, schreiben Sie bitte an {from}.',
    unknown: {
      title: 'Dieser Link ist nicht gültig.',
      text: 'Vielleicht wurde er unterwegs abgeschnitten oder verändert. Es ist nichts geschehen.',
    },
    revoked: {
      title: 'Dieser Link ist abgeschaltet.',
      text: 'Der Absender lässt ihn nirgends mehr hinführen. Es wurde nichts geöffnet.',
    },
    unclear: {
      title: 'Es wurde nichts geändert.',
      text: 'Die Anfrage sagt nicht, was sie will. Bitte benutzen Sie den Knopf.',
    },
    unavailable: {
      title: 'Das geht im Augenblick nicht.',
      text: 'Es wurde nichts geändert. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
  },
  fr: {
    ask: {
      title: 'Se désabonner\u202f?',
      text: '{address} ne recevra plus aucun message de {from}.',
      button: 'Se désabonner',
    },
    done: { title: 'Vous êtes désabonné.', text: '{address} ne recevra plus aucun message de {from}.' },
    undo: {
      text: 'C’était une erreur\u202f? Vous pouvez revenir en arrière pendant une heure.',
      button: 'Revenir en arrière',
    },
    undone: {
      title: 'Vous êtes de nouveau abonné.',
      text: '{address} continue à recevoir les messages de {from}.',
    },
    final:
      'Ce lien ne permet plus de revenir en arrière. Pour recevoir à nouveau des messages, écrivez à {from}.',
    unknown: {
      title: 'Ce lien n’est pas valable.',
      text: 'Il a peut-être été coupé ou modifié en chemin. Rien n’a été fait.',
    },
    revoked: {
      title: 'Ce lien a été désactivé.',
      text: 'Son expéditeur ne le laisse plus mener nulle part. Rien n’a été ouvert.',
    },
    unclear: {
      title: 'Rien n’a été modifié.',
      text: 'La demande ne dit pas ce qu’elle veut. Veuillez utiliser le bouton.',
    },
    unavailable: {
      title: 'Ce n’est pas possible pour le moment.',
      text: 'Rien n’a été modifié. Veuillez réessayer dans une minute.',
    },
  },
  es: {
    ask: {
      title: '¿Darse de baja?',
      text: '{address} no recibirá más mensajes de {from}.',
      button: 'Darse de baja',
    },
    done: { title: 'Se ha dado de baja.', text: '{address} no recibirá más mensajes de {from}.' },
    undo: { text: '¿Ha sido un error? Puede deshacerlo durante una hora.', button: 'Deshacer' },
    undone: {
      title: 'Su suscripción sigue activa.',
      text: '{address} seguirá recibiendo mensajes de {from}.',
    },
    final: 'Este enlace ya no deshace nada. Para volver a recibir mensajes, escriba a {from}.',
    unknown: {
      title: 'Este enlace no es válido.',
      text: 'Puede que se haya cortado o alterado por el camino. No se ha hecho nada.',
    },
    revoked: {
      title: 'Este enlace se ha desactivado.',
      text: 'Su remitente ya no deja que lleve a ninguna parte. No se ha abierto nada.',
    },
    unclear: {
      title: 'No se ha cambiado nada.',
      text: 'La petición no dice lo que quiere. Utilice el botón, por favor.',
    },
    unavailable: {
      title: 'En este momento no es posible.',
      text: 'No se ha cambiado nada. Inténtelo de nuevo en un minuto, por favor.',
    },
  },
};
