/** The notices of Form 144: planned sales that were carried out, in part or not at all, and what people type wrongly. */

import { cents, type Issuer, insider, issuerOf, organisation, type Party, priceAt, zipOf } from './cast.js';
import { as, back } from './day.js';
import { hash } from './draw.js';
import type { MadeDocument } from './made-document.js';

const BROKER = 'Fernquill Brokerage LLC';
/** The invented agent that sends them: the first part of an accession number. */
const AGENT = '9900090004';
/** An issuer that nothing else of the sample names. */
const UNLISTED: Pick<Issuer, 'cik' | 'name' | 'city' | 'state'> = {
  cik: '9900000991',
  name: 'Penumbrel Cask & Cooperage Co',
  city: 'Flatholm',
  state: 'OK',
};

interface Plan {
  issuer: Pick<Issuer, 'cik' | 'name' | 'city' | 'state'>;
  seller: Party;
  /** As the broker types it: first name first. */
  name: string;
  relationship: string;
  /** Weekdays ago: of the filing and of the first intended day. */
  filed: number;
  blocks: ReadonlyArray<{
    title: string;
    shares: number;
    value: number;
    outstanding?: number;
    broker?: string;
  }>;
  /** Weekdays ago on which a 10b5-1 plan was adopted. */
  adopted?: number;
  past?: ReadonlyArray<{ back: number; shares: number; gross: number }>;
  remarks?: string;
  /** The notice that this one amends. */
  amends?: Plan;
}

type More = Partial<Omit<Plan, 'issuer' | 'seller' | 'name' | 'filed'>> & { title?: string };

/** A plan of an insider in this place of the board to sell shares worth about `value` USD, in whole hundreds. */
function plan(ticker: string, place: number, value: number, filed: number, more: More = {}): Plan {
  const issuer = issuerOf(ticker);
  const { party: seller, officerTitle } = insider(ticker, place);
  const price = priceAt(issuer, filed);
  const shares = Math.max(Math.floor(value / price / 100), 1) * 100;
  const { title = 'Common', ...rest } = more;
  return {
    issuer,
    seller,
    name: spoken(seller.name),
    relationship: officerTitle ? 'Officer' : 'Director',
    filed,
    blocks: [{ title, shares, value: cents(shares * price) }],
    ...rest,
  };
}

/** `QUILL Marina T` as people say it. */
function spoken(name: string): string {
  const [surname = '', ...given] = name.split(' ');
  return [...given, surname].join(' ');
}

function plans(): Plan[] {
  const trust = organisation('Thimblegorse Living Trust');
  const ofTrust = { seller: trust, name: trust.name, relationship: 'Affiliate' };
  const gift = organisation('Gorsehollow Charitable Remainder Trust');
  const cask = { issuer: UNLISTED, seller: gift, name: gift.name, relationship: '10% Stockholder' };
  const mistyped = plan('PQVA', 2, 900_000, 24, { adopted: 140 });
  return [
    // Carried out on the same day, or in part.
    plan('ZYLO', 0, 3_850_000, 3),
    plan('ZYLO', 2, 1_500_000, 7),
    plan('ZYLO', 4, 600_000, 11, { adopted: 140 }),
    // A weekly seller under one plan: two notices, one after the other.
    plan('VYXT', 0, 2_400_000, 66, {
      adopted: 185,
      remarks: `Sales are made under a Rule 10b5-1 plan adopted on ${back(185)}.`,
    }),
    plan('VYXT', 0, 9_000_000, 36, { adopted: 185, past: [{ back: 46, shares: 2_500, gross: 408_112.5 }] }),
    plan('TQLE', 0, 360_000, 20),
    // Nothing was sold: the days are over, or still run.
    plan('QVEX', 0, 500_000, 110),
    plan('ABCD', 3, 250_000, 3),
    plan('XQIN', 4, 75_000, 1, { adopted: 80 }),
    // A trust has no Form 4: its second notice says what it sold.
    { ...plan('QNTZ', 1, 310_000, 50), ...ofTrust },
    { ...plan('QNTZ', 1, 90_000, 9), ...ofTrust, past: [{ back: 48, shares: 1_200, gross: 61_440 }] },
    // An issuer without any other filing here.
    {
      ...cask,
      filed: 15,
      blocks: [{ title: 'Class A', shares: 40_000, value: 512_000, outstanding: 9_400_000 }],
    },
    // The first notice had a digit too many.
    mistyped,
    plan('PQVA', 2, 90_000, 23, { adopted: 140, amends: mistyped }),
    // Two brokers, and two classes.
    plan('QQZ-A', 2, 64_000, 21, {
      title: 'Class A',
      blocks: [
        { title: 'Class A', shares: 900, value: 31_500 },
        { title: 'Class A', shares: 400, value: 14_000, broker: 'Copperthatch Securities Inc' },
        { title: 'Class B', shares: 2_000, value: 66_000 },
      ],
    }),
    // Two fields swapped.
    plan('SXQL', 0, 150_000, 12, {
      blocks: [{ title: 'Common', shares: 41_000_000, value: 152_000, outstanding: 3_700 }],
    }),
  ];
}

/** Oldest first, in the order of their accession numbers. */
export function form144(): MadeDocument[] {
  const inOrder = plans().sort((a, b) => b.filed - a.filed);
  const accessions = new Map(
    inOrder.map((one, place) => [
      one,
      `${AGENT}-${as(back(one.filed), 'yy')}-${String(place + 1).padStart(6, '0')}`,
    ]),
  );
  return inOrder.map((one) => {
    const accession = accessions.get(one) ?? '';
    return {
      key: accession,
      kind: 'submission',
      url: `https://www.sec.gov/Archives/edgar/data/${one.issuer.cik}/${accession}.txt`,
      body: submission(one, accession, one.amends && accessions.get(one.amends)),
    };
  });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const us = (days: number) => as(back(days), 'us');

function submission(one: Plan, accession: string, previous: string | undefined): string {
  const type = previous === undefined ? '144' : '144/A';
  const filed = as(back(one.filed), 'co');
  const clock = `16${String(hash(accession) % 60).padStart(2, '0')}12`;
  return `<SEC-DOCUMENT>${accession}.txt : ${filed}
<SEC-HEADER>${accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${filed}${clock}
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	${type}
PUBLIC DOCUMENT COUNT:		1
FILED AS OF DATE:		${filed}

SUBJECT COMPANY:	

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${one.issuer.name}
		CENTRAL INDEX KEY:			${one.issuer.cik}

REPORTING-OWNER:	

	OWNER DATA:	
		COMPANY CONFORMED NAME:			${one.seller.name}
		CENTRAL INDEX KEY:			${one.seller.cik}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${type}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
<XML>
${xml(one, type, previous)}
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

function xml(one: Plan, type: string, previous: string | undefined): string {
  const { issuer, seller, blocks, past = [], adopted, remarks } = one;
  const amended =
    previous === undefined ? '' : `\n  <previousAccessionNumber>${previous}</previousAccessionNumber>`;
  const plans =
    adopted === undefined
      ? ''
      : `\n   <planAdoptionDates><planAdoptionDate>${us(adopted)}</planAdoptionDate></planAdoptionDates>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/ownership" xmlns:com="http://www.sec.gov/edgar/common">
 <headerData>
  <submissionType>${type}</submissionType>${amended}
  <filerInfo>
   <filer><filerCredentials><cik>${seller.cik}</cik><ccc>XXXXXXXX</ccc></filerCredentials></filer>
   <liveTestFlag>LIVE</liveTestFlag>
  </filerInfo>
 </headerData>
 <formData>
  <issuerInfo>
   <issuerCik>${issuer.cik}</issuerCik>
   <issuerName>${escaped(issuer.name)}</issuerName>
   <issuerAddress><com:street1>1 EXAMPLE PLAZA</com:street1><com:city>${issuer.city.toUpperCase()}</com:city><com:stateOrCountry>${issuer.state}</com:stateOrCountry><com:zipCode>${zipOf(issuer.city)}</com:zipCode></issuerAddress>
   <nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold>${escaped(one.name)}</nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold>
   <relationshipsToIssuer><relationshipToIssuer>${one.relationship}</relationshipToIssuer></relationshipsToIssuer>
  </issuerInfo>
${blocks.map((block) => blockXml(block, one.filed)).join('\n')}
  <securitiesToBeSold>
   <securitiesClassTitle>${blocks[0]?.title}</securitiesClassTitle>
   <acquiredDate>${us(one.filed + 300)}</acquiredDate>
   <natureOfAcquisitionTransaction>Restricted Stock Units</natureOfAcquisitionTransaction>
   <nameOfPersonfromWhomAcquired>Issuer</nameOfPersonfromWhomAcquired>
   <isGiftTransaction>N</isGiftTransaction>
   <amountOfSecuritiesAcquired>${blocks[0]?.shares}</amountOfSecuritiesAcquired>
   <paymentDate>${us(one.filed + 300)}</paymentDate>
   <natureOfPayment>Compensation</natureOfPayment>
  </securitiesToBeSold>
  <nothingToReportFlagOnSecuritiesSoldInPast3Months>${past.length === 0 ? 'Y' : 'N'}</nothingToReportFlagOnSecuritiesSoldInPast3Months>
${past
  .map(
    ({ back: days, shares, gross }) => `  <securitiesSoldInPast3Months>
   <sellerDetails><name>${escaped(one.name)}</name></sellerDetails>
   <securitiesClassTitle>Common</securitiesClassTitle>
   <saleDate>${us(days)}</saleDate>
   <amountOfSecuritiesSold>${shares}</amountOfSecuritiesSold>
   <grossProceeds>${gross.toFixed(2)}</grossProceeds>
  </securitiesSoldInPast3Months>\n`,
  )
  .join('')}${remarks === undefined ? '' : `  <remarks>${escaped(remarks)}</remarks>\n`}  <noticeSignature>
   <noticeDate>${us(one.filed)}</noticeDate>${plans}
   <signature>/s/ ${escaped(one.name)}</signature>
  </noticeSignature>
 </formData>
</edgarSubmission>`;
}

function blockXml(block: Plan['blocks'][number], filed: number): string {
  const { title, shares, value, outstanding = 88_000_000, broker = BROKER } = block;
  return `  <securitiesInformation>
   <securitiesClassTitle>${title}</securitiesClassTitle>
   <brokerOrMarketmakerDetails><name>${broker}</name></brokerOrMarketmakerDetails>
   <noOfUnitsSold>${shares}</noOfUnitsSold>
   <aggregateMarketValue>${value.toFixed(2)}</aggregateMarketValue>
   <noOfUnitsOutstanding>${outstanding}</noOfUnitsOutstanding>
   <approxSaleDate>${us(filed)}</approxSaleDate>
   <securitiesExchangeName>NYSE</securitiesExchangeName>
  </securitiesInformation>`;
}
