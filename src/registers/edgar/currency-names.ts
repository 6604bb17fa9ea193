/** How English texts name the US dollar and other currencies: words, codes, and signs of amounts. */

/** A kind of dollar other than that of the United States. */
const OTHER_DOLLAR =
  '(?:canadian|cdn|can|cad|australian|new zealand|hong kong|(?:new )?taiwan(?:ese)?|nt|singapore(?:an)?|jamaican|' +
  'bermud(?:a|ian)|barbad(?:os|ian)|bahamian|fijian|namibian|cayman(?: islands)?|trinidad(?: and tobago)?)';
/** Before a name that needs none: "in Swedish kronor" is in kronor. */
const NATION =
  '(?:(?:new )?(?:chinese|swedish|danish|norwegian|icelandic|indian|israeli|malaysian|indonesian|polish|hungarian|russian|' +
  'saudi|qatari|uae|emirati|kazakh(?:stani)?|ukrainian) (?:new )?)?';
const NAMES =
  `${OTHER_DOLLAR} dollars?|(?:canadian|australian|israeli|british|swiss|european|japanese|chinese|hong kong|taiwan(?:ese)?|korean|mexican|` +
  'brazilian|indian|swedish|danish|norwegian|local|foreign|home|non-u\\.?s\\.?) currency|not in (?:u\\.?s\\.?|united states) dollars|' +
  '(?<=^|in )canadian funds|(?<=\\$ ?\\d[\\d,.]* )canadian|(?<=\\$ ?\\d[\\d,.]* \\()canadian(?=\\))|dollars,? (?:canadian|australian)(?! [a-z])|dollars \\((?:canadian|australian)(?=\\))|pounds? sterling|(?<=in |\\bu\\.?k\\.? )sterling|(?<=in |\\d ?)pounds?|' +
  '(?:british|u\\.?k\\.?|gb|great brit(?:ish|ain)) pounds?|(?:british |(?<=in |\\d ?|\\bu\\.?k\\.? |gb ))pence|euros?|swiss francs?|' +
  '(?:japanese |(?<=^|in |\\d ?))yen|(?<=^|in )(?:kron[ae]|baht|lev|lira|naira|MYR)(?![a-z])|(?:chinese|in) yuan|(?:mexican |argentine |chilean |colombian |philippine )pesos?|pesos|' +
  '(?:brazilian )?reais|brazilian real|agorot|(?:swedish|icelandic) kron[ae]|(?:norwegian|danish) krone|' +
  '(?:swedish|norwegian|danish) crowns?|czech (?:koruna|crowns?)|south african rand|(?:south )?korean won|thai baht|turkish lira|' +
  `${NATION}(?:renminbi|shekels?|kronor|kroner|rupees?|ringgit|rupiah|zlotys?|forints?|ro?ubles?|tenge|dirhams?|riyals?|dinars?|hryvnias?)|` +
  '(?:kenyan|tanzanian|ugandan) shillings?|nigerian naira|bulgarian lev[as]?|egyptian pounds?|icelandic krón(?:a|ur)|' +
  'peruvian sol(?:es)?|vietnamese dong';
export const CODES =
  'CAD|CDN|AUD|NZD|HKD|TWD|NTD|SGD|GBP|GBX|EUR|CHF|JPY|RMB|CNY|MXN|BRL|CLP|NIS|ILS|SEK|NOK|DKK|ISK|INR|ZAR|KRW|THB|IDR|PLN|' +
  'CZK|HUF|KZT|AED|KWD';
/** Codes that are words too: only before a number. */
const RARE_CODES =
  'MYR|PHP|COP|ARS|PEN|TRY|RON|RUB|UAH|VND|QAR|EGP|NGN|KES|PKR|OMR|BHD|BGN|TTD|RM|Rs\\.?|Rp\\.?|SFr\\.?|kr\\.?';
const SIGNS = '[£€¥₩₹₪₱₺₽฿]';

/** Before the sign of the dollar. */
const OTHER_SIGN_OF_DOLLAR =
  '(?<![a-z.])(?:(?:C|CA|CAN|A|AU|NZ|HK|H\\.K|NT|N\\.T|S|R|MX|Mex|AR|CN|J)\\.?\\$|(?:AU|NZ|HK|NT|MX) \\$)';

/** The name, code or sign of another currency than the US dollar, as part of a pattern without regard to case. */
export const OTHER =
  `(?:\\b(?:${NAMES}|${CODES})\\b\\$?|\\b(?:(?:${CODES})(?=\\d)|(?:${RARE_CODES})(?= ?\\d)|(?:Ps|Fr)\\.(?= ?\\d)|(?:yen|won|rand|pounds|francs)(?= ?\\d{1,3}(?:,\\d{3}|\\.\\d))|R(?=\\d[\\d,]*\\.\\d\\d\\b))|` +
  `(?<=\\d ?)kr\\b|(?<=\\d)(?<!:\\d\\d)p\\b(?!\\.?m)|\\$(?:C|CAD|CDN|A|AUD|HK|NT)(?= ?\\d)|\\b${OTHER_DOLLAR}\\.? ?\\$|${OTHER_SIGN_OF_DOLLAR}|${SIGNS})`;
export const DOLLARS = '(?:\\b(?:U\\.?S\\.?|United States) ?(?:dollars?|currency|\\$)|\\bUSD\\b)';

const NAMES_ANOTHER = new RegExp(OTHER, 'i');
/** Without one of these a text names no other currency. They are much faster than the pattern above. */
const CODE = new RegExp(`\\b(?:${CODES}|${RARE_CODES}|Cdn|GBp|Ps|Fr|AU|NZ|HK|NT|MX|CAN)(?![A-Za-z])`);
const SIGN = new RegExp(`[A-Za-z]\\.?\\$|\\$[ACHN]|${SIGNS}|\\bR\\d+[.,]\\d`);
const AFTER_NUMBER = /\d(?:p|kr| kr)\b/;
const WORD =
  /(?:^|[ (\d])(?:dollars?|canadian|pounds?|sterling|pence|euros?|francs?|yen|yuan|renminbi|pesos?|reais|brazilian|shekels?|agorot|kron|crowns?|koruna|rupees?|rand|won|ringgit|baht|rupiah|zloty|forint|lira|ro?uble|tenge|dirham|riyal|hryvnia|dinar|shilling|naira|lev(?![a-z])|krón|peruvian|vietnamese|currency)/;

/** @param lower the text in small letters */
export function mayNameAnotherCurrency(text: string, lower: string): boolean {
  return CODE.test(text) || SIGN.test(text) || AFTER_NUMBER.test(text) || WORD.test(lower);
}

export const namesAnotherCurrency = (text: string): boolean => NAMES_ANOTHER.test(text);
