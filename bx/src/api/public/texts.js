// src/api/public/texts.ts
var LANGUAGES = ["en", "de", "fr", "es"];
var MAX_RANGES = 20;
function languageFor(acceptLanguage) {
  const wishes = (acceptLanguage ?? "").split(",", MAX_RANGES).map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return {
      subtag: tag.split("-", 1)[0] ?? "",
      weight: /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0
    };
  });
  const wanted = wishes.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  for (const { subtag } of wanted) {
    const found = LANGUAGES.find((language) => language === subtag);
    if (found !== void 0) return found;
    if (subtag === "*") break;
  }
  return LANGUAGES[0];
}
var TEXTS = {
  en: {
    ask: {
      title: "Unsubscribe?",
      text: "{address} would then get no more mail from {from}.",
      button: "Unsubscribe"
    },
    done: { title: "You are unsubscribed.", text: "{address} gets no more mail from {from}." },
    undo: { text: "Was that a mistake? You can take it back within an hour.", button: "Take it back" },
    undone: { title: "You are subscribed again.", text: "{address} goes on getting mail from {from}." },
    final: "This link takes nothing back any more. To get mail again, please write to {from}.",
    unknown: {
      title: "This link is not valid.",
      text: "It may have been cut off or changed on its way. Nothing was done."
    },
    revoked: {
      title: "This link was switched off.",
      text: "Its sender does not let it lead anywhere any more. Nothing was opened."
    },
    unclear: {
      title: "Nothing was changed.",
      text: "The request did not say what it wants. Please use the button."
    },
    unavailable: {
      title: "This does not work at the moment.",
      text: "Nothing was changed. Please try again in a minute."
    }
  },
  de: {
    ask: {
      title: "Abmelden?",
      text: "{address} bekommt dann keine Post mehr von {from}.",
      button: "Abmelden"
    },
    done: { title: "Sie sind abgemeldet.", text: "{address} bekommt keine Post mehr von {from}." },
    undo: {
      text: "War das ein Versehen? Sie k\xF6nnen es innerhalb einer Stunde r\xFCckg\xE4ngig machen.",
      button: "R\xFCckg\xE4ngig machen"
    },
    undone: { title: "Sie sind wieder angemeldet.", text: "{address} bekommt weiterhin Post von {from}." },
    final: "Dieser Link macht nichts mehr r\xFCckg\xE4ngig. Wenn Sie wieder Post m\xF6chten, schreiben Sie bitte an {from}.",
    unknown: {
      title: "Dieser Link ist nicht g\xFCltig.",
      text: "Vielleicht wurde er unterwegs abgeschnitten oder ver\xE4ndert. Es ist nichts geschehen."
    },
    revoked: {
      title: "Dieser Link ist abgeschaltet.",
      text: "Der Absender l\xE4sst ihn nirgends mehr hinf\xFChren. Es wurde nichts ge\xF6ffnet."
    },
    unclear: {
      title: "Es wurde nichts ge\xE4ndert.",
      text: "Die Anfrage sagt nicht, was sie will. Bitte benutzen Sie den Knopf."
    },
    unavailable: {
      title: "Das geht im Augenblick nicht.",
      text: "Es wurde nichts ge\xE4ndert. Bitte versuchen Sie es in einer Minute noch einmal."
    }
  },
  fr: {
    ask: {
      title: "Se d\xE9sabonner\u202F?",
      text: "{address} ne recevra plus aucun message de {from}.",
      button: "Se d\xE9sabonner"
    },
    done: { title: "Vous \xEAtes d\xE9sabonn\xE9.", text: "{address} ne recevra plus aucun message de {from}." },
    undo: {
      text: "C\u2019\xE9tait une erreur\u202F? Vous pouvez revenir en arri\xE8re pendant une heure.",
      button: "Revenir en arri\xE8re"
    },
    undone: {
      title: "Vous \xEAtes de nouveau abonn\xE9.",
      text: "{address} continue \xE0 recevoir les messages de {from}."
    },
    final: "Ce lien ne permet plus de revenir en arri\xE8re. Pour recevoir \xE0 nouveau des messages, \xE9crivez \xE0 {from}.",
    unknown: {
      title: "Ce lien n\u2019est pas valable.",
      text: "Il a peut-\xEAtre \xE9t\xE9 coup\xE9 ou modifi\xE9 en chemin. Rien n\u2019a \xE9t\xE9 fait."
    },
    revoked: {
      title: "Ce lien a \xE9t\xE9 d\xE9sactiv\xE9.",
      text: "Son exp\xE9diteur ne le laisse plus mener nulle part. Rien n\u2019a \xE9t\xE9 ouvert."
    },
    unclear: {
      title: "Rien n\u2019a \xE9t\xE9 modifi\xE9.",
      text: "La demande ne dit pas ce qu\u2019elle veut. Veuillez utiliser le bouton."
    },
    unavailable: {
      title: "Ce n\u2019est pas possible pour le moment.",
      text: "Rien n\u2019a \xE9t\xE9 modifi\xE9. Veuillez r\xE9essayer dans une minute."
    }
  },
  es: {
    ask: {
      title: "\xBFDarse de baja?",
      text: "{address} no recibir\xE1 m\xE1s mensajes de {from}.",
      button: "Darse de baja"
    },
    done: { title: "Se ha dado de baja.", text: "{address} no recibir\xE1 m\xE1s mensajes de {from}." },
    undo: { text: "\xBFHa sido un error? Puede deshacerlo durante una hora.", button: "Deshacer" },
    undone: {
      title: "Su suscripci\xF3n sigue activa.",
      text: "{address} seguir\xE1 recibiendo mensajes de {from}."
    },
    final: "Este enlace ya no deshace nada. Para volver a recibir mensajes, escriba a {from}.",
    unknown: {
      title: "Este enlace no es v\xE1lido.",
      text: "Puede que se haya cortado o alterado por el camino. No se ha hecho nada."
    },
    revoked: {
      title: "Este enlace se ha desactivado.",
      text: "Su remitente ya no deja que lleve a ninguna parte. No se ha abierto nada."
    },
    unclear: {
      title: "No se ha cambiado nada.",
      text: "La petici\xF3n no dice lo que quiere. Utilice el bot\xF3n, por favor."
    },
    unavailable: {
      title: "En este momento no es posible.",
      text: "No se ha cambiado nada. Int\xE9ntelo de nuevo en un minuto, por favor."
    }
  }
};
export {
  TEXTS,
  languageFor
};
//# sourceMappingURL=texts.js.map
