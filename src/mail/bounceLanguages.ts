/**
 * What servers say in German, French, Spanish, Italian, Portuguese, Dutch, Polish and Japanese, in this order; without accents,
 * and with `ae` and `ue` as some write them. `unknown error` is no unknown user in any of them.
 */

export const FULL = [
  String.raw`(?:postfach|mailbox|speicher\w{0,10}|konto|kontingent)\b.{0,60}\b(?:voll|uberfull|ueberfuell|ersch(?:o|oe)pft|(?:u|ue)berschritten)`,
  String.raw`(?:boite|messagerie|compte|espace|quota)\b.{0,60}\b(?:pleine?|satur|rempli|depass|atteint)|depass.{0,20} quota`,
  String.raw`(?:buzon|casilla|cuenta|bandeja|cuota|espacio)\b.{0,60}\b(?:llen[oa]|exced|superad|agotad)|exced\w{0,4} .{0,20}\bcuota`,
  String.raw`(?:casella|mailbox|quota|spazio|account)\b.{0,60}\b(?:pien[ao]|superat|esaurit|satur)|superat.{0,20} quota`,
  String.raw`(?:caixa|cota|quota|espaco|conta)\b.{0,60}\b(?:chei[ao]|lotad|excedid|esgotad|ultrapass)|excede.{0,20} (?:cota|quota)`,
  String.raw`(?:postbus|mailbox|brievenbus|postvak|opslag\w{0,10}|quotum|quota)\b.{0,60}\b(?:vol|overschreden|bereikt)\b`,
  String.raw`(?:skrzynk\w{1,2}|konto|limit\w{0,2}|pojemnosc|miejsca)\b.{0,60}\b(?:pelna|pelne|przepelnion|przekroczon|zapelnion)`,
  String.raw`przekroczon\w .{0,30}(?:limit|pojemnosc|kwot)|brak (?:wolnego )?miejsca|przepelnion`,
  '(?:メールボックス|受信箱|受信トレイ|容量).{0,30}(?:いっぱい|一杯|満杯|超過|超え|オーバー|不足)|満杯',
].join('|');

export const DISABLED = [
  String.raw`(?:postfach|konto|benutzer\w{0,6}|adresse|mailbox|account|empf(?:a|ae)nger)\b.{0,60}\b(?:deaktiviert|gesperrt|stillgelegt|geschlossen|gel(?:o|oe)scht|inaktiv|abgeschaltet|nicht mehr aktiv)`,
  String.raw`(?:compte|boite|adresse|utilisateur|messagerie|destinataire)\b.{0,60}\b(?:desactiv|suspendu|ferme|inacti[fv]|clotur|resili|supprim|archiv)`,
  String.raw`(?:cuenta|buzon|usuario|direccion|casilla)\b.{0,60}\b(?:desactivad|deshabilitad|inhabilitad|suspendid|cancelad|cerrad|inactiv|eliminad)`,
  String.raw`(?:casella|account|utente|indirizzo|mailbox)\b.{0,60}\b(?:disatt?t?ivat|disabilitat|sospes|chius|inattiv|cessat|cancellat)`,
  String.raw`(?:conta|caixa|usuario|utilizador|endereco)\b.{0,60}\b(?:desac?tivad|suspens|encerrad|inac?tiv|cancelad|desabilitad)`,
  String.raw`(?:account|postbus|mailbox|adres|gebruiker)\b.{0,60}\b(?:uitgeschakeld|gedeactiveerd|opgeheven|gesloten|inactief|niet meer actief|opgeschort)`,
  String.raw`(?:konto|skrzynk\w|uzytkownik\w?|adres\w?)\b.{0,60}\b(?:wylaczon|zablokowan|zawieszon|nieaktywn|zamkniet|dezaktywowan|usuniet)`,
  '(?:アカウント|メールボックス|ユーザー?|アドレス).{0,30}(?:無効|停止|休止|閉鎖|解約|削除|凍結)',
].join('|');

const WHO =
  '(?:benutzer|teilnehmer|postfach|konto|empf(?:a|ae)nger|adressat|utilisateur|destinataire|adresse|boite|compte|usuario|destinatario|direccion|cuenta|buzon|utente|indirizzo|casella|utilizador|endereco|conta|caixa|gebruiker|ontvanger|geadresseerde|adres|postbus|uzytkownik|odbiorc|adresat|skrzynk|account|mailbox|mail|e-?mail)';

export const NO_USER = [
  String.raw`\b${WHO}\w{0,10}\b[^;]{0,60}\b(?:unbekannt|nicht (?:bekannt|gefunden|vorhanden)|ung(?:u|ue)ltig|invalide|non valide|incorrect|errone|errat[oa]|introuvable|non trouv|pas (?:valide|trouv|reconnu)|no valid[oa]|invalid[oa]|non (?:e )?(?:valid|trovat|present)|onbekend|ongeldig|niet (?:gevonden|bekend)|nieznan|niepoprawn|nieprawidlow|nie (?:zostal\w? )?znalezion)`,
  String.raw`\b(?:nieprawidlowy?|niepoprawny?|bledny?|unbekannte|ungultige|ungueltige|onbekende|ongeldige|nieznan[yae]|kein|keine|keinen|aucune?|ningun|nessun|nessuna|nenhum|nenhuma|geen|brak(?: takiego)?)[rsnm]? (?:\w{1,20} ){0,2}${WHO}`,
  String.raw`existier(?:t|en) (?:\w{1,12} )?nicht|nicht existi|n['e ] ?exist\w{1,4} (?:pas|plus)\b|(?<!erreur |raison )\binconnue?s?\b`,
  String.raw`\bno existen?\b|(?<!error )desconocid[oa]|inexistente|\binexistant|no (?:se )?(?:ha sido |ha |fue |pudo )?(?:encontr|hall)(?:ado|ada|o)\b`,
  String.raw`(?<!errore )sconosciut[oaie]|inesistent|\bnon esist|\bnao existe|(?<!erro )desconhecid[oa]|nao (?:foi )?(?:encontrad|localizad)[oa]`,
  'gibt es (?:hier |bei uns )?nicht|bestaat niet|nie istnieje|nie ma takie(?:go|j)|не существует|не найден|неизвестный (?:пользователь|получатель)',
  '存在(?:しませ|しな|していませ|いたしませ)|見つかりませ|見つからな|見当たりませ',
  '(?:宛先|あて先|受信者|ユーザー?|メールアドレス).{0,20}(?:不明|ありませ|間違|誤り|正しくあり)',
].join('|');

export const FOR_NOW = [
  'vor(?:u|ue)bergehend|zeitweilig|sp(?:a|ae)ter (?:erneut|noch)|derzeit nicht|ulterieurement|plus tard|mas tarde|piu tardi|mais tarde',
  'tijdelijk|later opnieuw|tymczasow|chwilow|pozniej|一時的|しばらく|後ほど|再試行',
].join('|');

export const SENDER = [
  'absender|expediteur|emetteur|remitente|emisor|mittente|remetente|afzender|nadawc|送信者|送信元|差出人|発信者',
  String.raw`\b(?:ihr(?:e[mnrs]?)?|votre|su|tu|tuo|tua|vostr[oa]|seu|sua|uw|twoj\w{0,3}) (?:konto|dom(?:ain|aine|ane|aene|inio|ein|ena)|server|serveur|servidor|ip|compte|cuenta|account|conta|adresse|direccion|indirizzo|adres)\b`,
  String.raw`\b(?:oder sie (?:haben|d(?:u|ue)rfen|sind)|ou (?:que )?vous|o (?:usted|no tiene)|o non (?:hai|ha|sei)|ou (?:voce|nao tem)|of u (?:heeft|hebt|mag)|lub nie masz)\b`,
].join('|');

export const POLICY = [
  'zu viele (?:nachrichten|e?-?mails|empf|verbind)|trop de (?:messages|mails|connexion|destinataire)|demasiad[oa]s|tropp[ie] (?:messagg|e?-?mail|conness)',
  'te veel (?:berichten|mails|verbind)|zbyt (?:wiele|duzo)|schwarze liste|liste noire|lista (?:negra|nera)|zwarte lijst|czarn\\w{1,3} li[sś]',
  'richtlinie|politique|\\bpolitica|polityk|\\bbeleid|ブラックリスト|迷惑メール|スパム|受信拒否|ポリシー',
].join('|');

export const REFUSED = String.raw`\b(?:nachricht|e?-?mail|message|mensaje|mensagem|messaggio|wiadomosc|bericht)\b.{0,30}\b(?:abgelehnt|zur(?:u|ue)ckgewiesen|abgewiesen|rejete|refuse|rechazad|rifiutat|rejeitad|recusad|geweigerd|odrzucon)`;

/** Hedged: from these words on nothing is stated. In Japanese they stand after it. */
export const HEDGED = [
  String.raw`\b(?:m(?:o|oe)glicherweise|vielleicht|eventuell|evtl|unter umst(?:a|ae)nden|es ist m(?:o|oe)glich|wom(?:o|oe)glich|scheint|scheinbar|(?:k(?:o|oe)nnte|d(?:u|ue)rfte)|il se peut|peut[ -]etre|pourrai(?:t|ent)|peut ne|semble|il est possible|puede (?:que|ser|no)|podria|tal vez|quizas?|posiblemente|es posible|parece|potrebbe|puo (?:darsi|essere|non)|forse|sembra|pode (?:ser|nao|estar)|poderia|talvez|possivelmente|misschien|mogelijk|wellicht|zou kunnen|lijkt|moze|mozliwe|byc moze|prawdopodobnie)\b[^.;]{0,160}`,
  '[^。.;]{0,60}(?:可能性|かもしれ|おそれ|恐れ)',
].join('|');
