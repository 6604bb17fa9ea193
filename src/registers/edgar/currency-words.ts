/**
 * How English texts name currencies other than the US dollar. Codes, units and countries are those of ISO 4217 as the Unicode
 * CLDR names them in English, without funds and metals, and further names that texts use.
 */

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const CODES = list(`
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD
  IRR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
  SSP STN SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW
  CDN Cdn GBX NIS NTD RMB`);

/** Codes that are words in capitals too: only beside an amount, in a text that is not in capitals. */
export const WORDS_TOO = list('ALL ANG BAM BOB COP CUP GEL LAK MAD MOP NAD PEN RON SAR SOS TOP TRY');

/** Before or behind an amount. */
export const SIGNS = list('£ € ¥ ₩ ₹ ₪ ₱ ₺ ₽ ฿ ₫ ₦ ₴ ₸ R r$ Rs Rp RM SFr Fr Ps kr p Kč zł Ft');

/** Names of units that mean nothing else. */
export const UNITS = list(`
  euro euros renminbi peso pesos kronor kroner krona krone rupee rupees rupiah rupiahs ringgit ringgits baht shekel shekels agorot
  zloty zlotys forint forints ruble rubles rouble roubles tenge tenges dirham dirhams riyal riyals rial rials dinar dinars hryvnia
  hryvnias naira nairas koruna korunas króna krónur reais pence yuan yen lira leva shilling shillings cedi cedis kwacha kwachas
  boliviano bolivianos guilder guilders guarani guaranis taka takas pula pulas birr pataca patacas dalasi metical vatu
  francs agora`);

/** Units that are other words or names too: behind a country, beside an amount, or "in rand". */
export const UNITS_TOO = list(`
  dollar dollars pound pounds sterling franc won rand real reals crown crowns lev leu lei lek sol soles dong kuna florin drams dram
  mark marks lari laris som kip riel kina tala currency`);

/** Before a unit. "New" may be before it or behind it. */
export const COUNTRIES = list(`
  canadian cdn can cad australian zealand taiwan taiwanese nt singapore singaporean jamaican bermuda bermudan bermudian barbados
  barbadian bahamian fijian namibian cayman islands trinidad tobago belize brunei guyanese liberian surinamese caribbean
  zimbabwe hong kong british uk u.k gb english irish scottish egyptian lebanese sudanese syrian gibraltar swiss belgian french
  congolese rwandan cfa cfp african korean south japanese chinese mexican argentine argentinian chilean colombian philippine
  uruguayan dominican cuban brazilian peruvian swedish danish norwegian icelandic czech indian pakistani lankan nepalese mauritian
  israeli malaysian indonesian thai turkish russian belarusian ukrainian polish hungarian romanian moldovan bulgarian albanian
  croatian serbian georgian armenian azerbaijani kazakh kazakhstani kenyan tanzanian ugandan somali ethiopian ghanaian zambian
  nigerian botswanan botswana moroccan algerian tunisian libyan jordanian kuwaiti bahraini iraqi iranian omani yemeni saudi qatari
  uae emirati vietnamese laotian cambodian samoan macanese paraguayan bolivian aruban european local foreign home non-u.s non-us`);

/** Before the sign of the dollar: "C$", "Mex.$". */
export const DOLLAR_LETTERS = list(`
  C CA CAN A AU NZ HK H.K NT N.T S R MX Mex AR CN J Can Cdn CDN CAD AUD HKD SGD NZD TWD NTD`);
/** The same with a blank between; a C or R before one can be the name of a class. */
export const DOLLAR_CODES = list('AU NZ HK NT MX CAD CDN Cdn Can AUD HKD SGD NZD TWD NTD');
