/** Books first published before 1800: Gutenberg number | title | author | year | language of the edition | subjects. */
export const booksBefore1800 = `
2130 | Utopia | more-thomas | 1516 | en | utopia, politics
1232 | The Prince | machiavelli-niccolo | 1532 | en | politics, philosophy
3600 | Essays of Michel de Montaigne | montaigne-michel-de | 1580 | en | essays, philosophy
1513 | Romeo and Juliet | shakespeare-william | 1597 | en | drama, tragedy
1514 | A Midsummer Night's Dream | shakespeare-william | 1600 | en | drama, comedy
1515 | The Merchant of Venice | shakespeare-william | 1600 | en | drama, comedy
1524 | Hamlet | shakespeare-william | 1603 | en | drama, tragedy
779 | The Tragical History of Doctor Faustus | marlowe-christopher | 1604 | en | drama, tragedy
996 | Don Quixote | cervantes-miguel-de | 1605 | en | adventure, satire
2000 | Don Quijote | cervantes-miguel-de | 1605 | es | adventure, satire
4039 | Volpone | jonson-ben | 1607 | en | drama, comedy
1041 | Shakespeare's Sonnets | shakespeare-william | 1609 | en | poetry
10800 | The Anatomy of Melancholy | burton-robert | 1621 | en | psychology
1533 | Macbeth | shakespeare-william | 1623 | en | drama, tragedy
23042 | The Tempest | shakespeare-william | 1623 | en | drama, comedy
59 | Discourse on the Method | descartes-rene | 1637 | en | philosophy
608 | Areopagitica | milton-john | 1644 | en | politics
3207 | Leviathan | hobbes-thomas | 1651 | en | politics, philosophy
26 | Paradise Lost | milton-john | 1667 | en | poetry, epic
2027 | Tartuffe | moliere | 1669 | en | drama, comedy
18269 | Pascal's Pensées | pascal-blaise | 1670 | en | philosophy, religion
3800 | Ethics | spinoza-benedictus | 1677 | en | philosophy
131 | The Pilgrim's Progress | bunyan-john | 1678 | en | allegory, religion
7370 | Second Treatise of Government | locke-john | 1689 | en | politics, philosophy
4723 | A Treatise Concerning the Principles of Human Knowledge | berkeley-george | 1710 | en | philosophy
521 | The Life and Adventures of Robinson Crusoe | defoe-daniel | 1719 | en | adventure, castaways
370 | The Fortunes and Misfortunes of the Famous Moll Flanders | defoe-daniel | 1722 | en | crime
376 | A Journal of the Plague Year | defoe-daniel | 1722 | en | plague, london
829 | Gulliver's Travels | swift-jonathan | 1726 | en | satire, travel
1080 | A Modest Proposal | swift-jonathan | 1729 | en | satire
4705 | A Treatise of Human Nature | hume-david | 1739 | en | philosophy
9662 | An Enquiry Concerning Human Understanding | hume-david | 1748 | en | philosophy
6593 | History of Tom Jones, a Foundling | fielding-henry | 1749 | en | comedy
1079 | The Life and Opinions of Tristram Shandy, Gentleman | sterne-laurence | 1759 | en | comedy, satire
4650 | Candide, ou l'optimisme | voltaire | 1759 | fr | satire, philosophy
19942 | Candide | voltaire | 1759 | en | satire, philosophy
5427 | Émile | rousseau-jean-jacques | 1762 | en | education, philosophy
696 | The Castle of Otranto | walpole-horace | 1764 | en | gothic, horror
2667 | The Vicar of Wakefield | goldsmith-oliver | 1766 | en | family
804 | A Sentimental Journey Through France and Italy | sterne-laurence | 1768 | en | travel
383 | She Stoops to Conquer | goldsmith-oliver | 1773 | en | drama, comedy
2527 | The Sorrows of Young Werther | goethe-johann-wolfgang-von | 1774 | en | romance, tragedy
147 | Common Sense | paine-thomas | 1776 | en | politics, revolution
3300 | An Inquiry into the Nature and Causes of the Wealth of Nations | smith-adam | 1776 | en | economics
4280 | The Critique of Pure Reason | kant-immanuel | 1781 | en | philosophy
47804 | Die Räuber | schiller-friedrich | 1781 | de | drama
52006 | Les liaisons dangereuses | laclos-pierre-choderlos-de | 1782 | fr | society
3913 | The Confessions of Jean Jacques Rousseau | rousseau-jean-jacques | 1782 | en | autobiography
42401 | Vathek | beckford-william | 1786 | en | gothic
5683 | The Critique of Practical Reason | kant-immanuel | 1788 | en | philosophy
3420 | A Vindication of the Rights of Woman | wollstonecraft-mary | 1792 | en | women, politics
1934 | Songs of Innocence and of Experience | blake-william | 1794 | en | poetry
3268 | The Mysteries of Udolpho | radcliffe-ann | 1794 | en | gothic, romance
601 | The Monk | lewis-matthew-gregory | 1796 | en | gothic, horror
151 | The Rime of the Ancient Mariner | coleridge-samuel-taylor | 1798 | en | poetry, sea
`;
