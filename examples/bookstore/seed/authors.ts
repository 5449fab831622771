import { rowsOf, yearOf } from "./table.ts";

/** A writer of the bookstore's books. */
export interface SeedAuthor {
  readonly id: string;
  readonly name: string;
  /** The name as a catalogue sorts it: family name first. */
  readonly sortName: string;
  /** Year of birth; null where it is not known for certain. */
  readonly born: number | null;
  /** Year of death; null where it is not known for certain. */
  readonly died: number | null;
}

// id | name | sort name | born | died
const table = `
abbott-edwin | Edwin Abbott Abbott | Abbott, Edwin Abbott | 1838 | 1926
alcott-louisa-may | Louisa May Alcott | Alcott, Louisa May | 1832 | 1888
anderson-sherwood | Sherwood Anderson | Anderson, Sherwood | 1876 | 1941
austen-jane | Jane Austen | Austen, Jane | 1775 | 1817
balzac-honore-de | Honoré de Balzac | Balzac, Honoré de | 1799 | 1850
barrie-j-m | J. M. Barrie | Barrie, J. M. | 1860 | 1937
baudelaire-charles | Charles Baudelaire | Baudelaire, Charles | 1821 | 1867
baum-l-frank | L. Frank Baum | Baum, L. Frank | 1856 | 1919
beckford-william | William Beckford | Beckford, William | 1760 | 1844
bellamy-edward | Edward Bellamy | Bellamy, Edward | 1850 | 1898
berkeley-george | George Berkeley | Berkeley, George | 1685 | 1753
blake-william | William Blake | Blake, William | 1757 | 1827
bronte-anne | Anne Brontë | Brontë, Anne | 1820 | 1849
bronte-charlotte | Charlotte Brontë | Brontë, Charlotte | 1816 | 1855
bronte-emily | Emily Brontë | Brontë, Emily | 1818 | 1848
buchan-john | John Buchan | Buchan, John | 1875 | 1940
bunyan-john | John Bunyan | Bunyan, John | 1628 | 1688
burnett-frances-hodgson | Frances Hodgson Burnett | Burnett, Frances Hodgson | 1849 | 1924
burton-robert | Robert Burton | Burton, Robert | 1577 | 1640
butler-samuel | Samuel Butler | Butler, Samuel | 1835 | 1902
byron-lord | Lord Byron | Byron, Lord | 1788 | 1824
capek-karel | Karel Čapek | Čapek, Karel | 1890 | 1938
carroll-lewis | Lewis Carroll | Carroll, Lewis | 1832 | 1898
cather-willa | Willa Cather | Cather, Willa | 1873 | 1947
cervantes-miguel-de | Miguel de Cervantes | Cervantes, Miguel de | 1547 | 1616
chambers-robert-w | Robert W. Chambers | Chambers, Robert W. | 1865 | 1933
chekhov-anton | Anton Chekhov | Chekhov, Anton | 1860 | 1904
chesterton-g-k | G. K. Chesterton | Chesterton, G. K. | 1874 | 1936
childers-erskine | Erskine Childers | Childers, Erskine | 1870 | 1922
chopin-kate | Kate Chopin | Chopin, Kate | 1850 | 1904
christie-agatha | Agatha Christie | Christie, Agatha | 1890 | 1976
coleridge-samuel-taylor | Samuel Taylor Coleridge | Coleridge, Samuel Taylor | 1772 | 1834
collins-wilkie | Wilkie Collins | Collins, Wilkie | 1824 | 1889
collodi-carlo | Carlo Collodi | Collodi, Carlo | 1826 | 1890
conrad-joseph | Joseph Conrad | Conrad, Joseph | 1857 | 1924
cooper-james-fenimore | James Fenimore Cooper | Cooper, James Fenimore | 1789 | 1851
crane-stephen | Stephen Crane | Crane, Stephen | 1871 | 1900
darwin-charles | Charles Darwin | Darwin, Charles | 1809 | 1882
defoe-daniel | Daniel Defoe | Defoe, Daniel | - | 1731
descartes-rene | René Descartes | Descartes, René | 1596 | 1650
dickens-charles | Charles Dickens | Dickens, Charles | 1812 | 1870
dickinson-emily | Emily Dickinson | Dickinson, Emily | 1830 | 1886
dostoyevsky-fyodor | Fyodor Dostoyevsky | Dostoyevsky, Fyodor | 1821 | 1881
douglass-frederick | Frederick Douglass | Douglass, Frederick | 1818 | 1895
doyle-arthur-conan | Arthur Conan Doyle | Doyle, Arthur Conan | 1859 | 1930
dreiser-theodore | Theodore Dreiser | Dreiser, Theodore | 1871 | 1945
du-bois-w-e-b | W. E. B. Du Bois | Du Bois, W. E. B. | 1868 | 1963
dumas-alexandre | Alexandre Dumas | Dumas, Alexandre | 1802 | 1870
eca-de-queiros | José Maria de Eça de Queirós | Eça de Queirós, José Maria de | 1845 | 1900
eliot-george | George Eliot | Eliot, George | 1819 | 1880
eliot-t-s | T. S. Eliot | Eliot, T. S. | 1888 | 1965
fielding-henry | Henry Fielding | Fielding, Henry | 1707 | 1754
fitzgerald-f-scott | F. Scott Fitzgerald | Fitzgerald, F. Scott | 1896 | 1940
flaubert-gustave | Gustave Flaubert | Flaubert, Gustave | 1821 | 1880
forster-e-m | E. M. Forster | Forster, E. M. | 1879 | 1970
freud-sigmund | Sigmund Freud | Freud, Sigmund | 1856 | 1939
galdos-benito-perez | Benito Pérez Galdós | Pérez Galdós, Benito | 1843 | 1920
gaskell-elizabeth | Elizabeth Gaskell | Gaskell, Elizabeth | 1810 | 1865
gilman-charlotte-perkins | Charlotte Perkins Gilman | Gilman, Charlotte Perkins | 1860 | 1935
goethe-johann-wolfgang-von | Johann Wolfgang von Goethe | Goethe, Johann Wolfgang von | 1749 | 1832
gogol-nikolai | Nikolai Gogol | Gogol, Nikolai | 1809 | 1852
goldsmith-oliver | Oliver Goldsmith | Goldsmith, Oliver | - | 1774
grahame-kenneth | Kenneth Grahame | Grahame, Kenneth | 1859 | 1932
haggard-h-rider | H. Rider Haggard | Haggard, H. Rider | 1856 | 1925
hamsun-knut | Knut Hamsun | Hamsun, Knut | 1859 | 1952
hardy-thomas | Thomas Hardy | Hardy, Thomas | 1840 | 1928
hawthorne-nathaniel | Nathaniel Hawthorne | Hawthorne, Nathaniel | 1804 | 1864
hemingway-ernest | Ernest Hemingway | Hemingway, Ernest | 1899 | 1961
henry-o | O. Henry | Henry, O. | 1862 | 1910
hesse-hermann | Hermann Hesse | Hesse, Hermann | 1877 | 1962
hobbes-thomas | Thomas Hobbes | Hobbes, Thomas | 1588 | 1679
hoffmann-e-t-a | E. T. A. Hoffmann | Hoffmann, E. T. A. | 1776 | 1822
hope-anthony | Anthony Hope | Hope, Anthony | 1863 | 1933
hugo-victor | Victor Hugo | Hugo, Victor | 1802 | 1885
hume-david | David Hume | Hume, David | 1711 | 1776
ibsen-henrik | Henrik Ibsen | Ibsen, Henrik | 1828 | 1906
irving-washington | Washington Irving | Irving, Washington | 1783 | 1859
jacobs-harriet | Harriet Jacobs | Jacobs, Harriet | 1813 | 1897
james-henry | Henry James | James, Henry | 1843 | 1916
james-m-r | M. R. James | James, M. R. | 1862 | 1936
jerome-jerome-k | Jerome K. Jerome | Jerome, Jerome K. | 1859 | 1927
jonson-ben | Ben Jonson | Jonson, Ben | - | 1637
joyce-james | James Joyce | Joyce, James | 1882 | 1941
kafka-franz | Franz Kafka | Kafka, Franz | 1883 | 1924
kant-immanuel | Immanuel Kant | Kant, Immanuel | 1724 | 1804
kingsley-charles | Charles Kingsley | Kingsley, Charles | 1819 | 1875
kipling-rudyard | Rudyard Kipling | Kipling, Rudyard | 1865 | 1936
laclos-pierre-choderlos-de | Pierre Choderlos de Laclos | Laclos, Pierre Choderlos de | 1741 | 1803
lagerlof-selma | Selma Lagerlöf | Lagerlöf, Selma | 1858 | 1940
lawrence-d-h | D. H. Lawrence | Lawrence, D. H. | 1885 | 1930
le-fanu-sheridan | Sheridan Le Fanu | Le Fanu, Sheridan | 1814 | 1873
leblanc-maurice | Maurice Leblanc | Leblanc, Maurice | 1864 | 1941
leroux-gaston | Gaston Leroux | Leroux, Gaston | 1868 | 1927
lewis-matthew-gregory | Matthew Gregory Lewis | Lewis, Matthew Gregory | 1775 | 1818
lewis-sinclair | Sinclair Lewis | Lewis, Sinclair | 1885 | 1951
lindsay-david | David Lindsay | Lindsay, David | 1876 | 1945
locke-john | John Locke | Locke, John | 1632 | 1704
london-jack | Jack London | London, Jack | 1876 | 1916
macdonald-george | George MacDonald | MacDonald, George | 1824 | 1905
machado-de-assis | Joaquim Maria Machado de Assis | Machado de Assis, Joaquim Maria | 1839 | 1908
machiavelli-niccolo | Niccolò Machiavelli | Machiavelli, Niccolò | 1469 | 1527
mann-thomas | Thomas Mann | Mann, Thomas | 1875 | 1955
manzoni-alessandro | Alessandro Manzoni | Manzoni, Alessandro | 1785 | 1873
marlowe-christopher | Christopher Marlowe | Marlowe, Christopher | 1564 | 1593
marx-karl | Karl Marx | Marx, Karl | 1818 | 1883
maugham-w-somerset | W. Somerset Maugham | Maugham, W. Somerset | 1874 | 1965
maupassant-guy-de | Guy de Maupassant | Maupassant, Guy de | 1850 | 1893
melville-herman | Herman Melville | Melville, Herman | 1819 | 1891
mill-john-stuart | John Stuart Mill | Mill, John Stuart | 1806 | 1873
milne-a-a | A. A. Milne | Milne, A. A. | 1882 | 1956
milton-john | John Milton | Milton, John | 1608 | 1674
moliere | Molière | Molière | 1622 | 1673
montaigne-michel-de | Michel de Montaigne | Montaigne, Michel de | 1533 | 1592
montgomery-l-m | L. M. Montgomery | Montgomery, L. M. | 1874 | 1942
more-thomas | Thomas More | More, Thomas | 1478 | 1535
morris-william | William Morris | Morris, William | 1834 | 1896
multatuli | Multatuli | Multatuli | 1820 | 1887
nesbit-e | E. Nesbit | Nesbit, E. | 1858 | 1924
nietzsche-friedrich | Friedrich Nietzsche | Nietzsche, Friedrich | 1844 | 1900
orczy-baroness | Baroness Orczy | Orczy, Baroness | 1865 | 1947
paine-thomas | Thomas Paine | Paine, Thomas | 1737 | 1809
pascal-blaise | Blaise Pascal | Pascal, Blaise | 1623 | 1662
poe-edgar-allan | Edgar Allan Poe | Poe, Edgar Allan | 1809 | 1849
potter-beatrix | Beatrix Potter | Potter, Beatrix | 1866 | 1943
proust-marcel | Marcel Proust | Proust, Marcel | 1871 | 1922
radcliffe-ann | Ann Radcliffe | Radcliffe, Ann | 1764 | 1823
rizal-jose | José Rizal | Rizal, José | 1861 | 1896
rousseau-jean-jacques | Jean-Jacques Rousseau | Rousseau, Jean-Jacques | 1712 | 1778
russell-bertrand | Bertrand Russell | Russell, Bertrand | 1872 | 1970
sayers-dorothy-l | Dorothy L. Sayers | Sayers, Dorothy L. | 1893 | 1957
schiller-friedrich | Friedrich Schiller | Schiller, Friedrich | 1759 | 1805
scott-walter | Walter Scott | Scott, Walter | 1771 | 1832
sewell-anna | Anna Sewell | Sewell, Anna | 1820 | 1878
shakespeare-william | William Shakespeare | Shakespeare, William | 1564 | 1616
shaw-bernard | George Bernard Shaw | Shaw, George Bernard | 1856 | 1950
shelley-mary | Mary Shelley | Shelley, Mary | 1797 | 1851
sienkiewicz-henryk | Henryk Sienkiewicz | Sienkiewicz, Henryk | 1846 | 1916
sinclair-upton | Upton Sinclair | Sinclair, Upton | 1878 | 1968
smith-adam | Adam Smith | Smith, Adam | 1723 | 1790
spinoza-benedictus | Baruch Spinoza | Spinoza, Baruch | 1632 | 1677
stendhal | Stendhal | Stendhal | 1783 | 1842
sterne-laurence | Laurence Sterne | Sterne, Laurence | 1713 | 1768
stevenson-robert-louis | Robert Louis Stevenson | Stevenson, Robert Louis | 1850 | 1894
stoker-bram | Bram Stoker | Stoker, Bram | 1847 | 1912
storm-theodor | Theodor Storm | Storm, Theodor | 1817 | 1888
stowe-harriet-beecher | Harriet Beecher Stowe | Stowe, Harriet Beecher | 1811 | 1896
swift-jonathan | Jonathan Swift | Swift, Jonathan | 1667 | 1745
tagore-rabindranath | Rabindranath Tagore | Tagore, Rabindranath | 1861 | 1941
thackeray-william-makepeace | William Makepeace Thackeray | Thackeray, William Makepeace | 1811 | 1863
thoreau-henry-david | Henry David Thoreau | Thoreau, Henry David | 1817 | 1862
tolstoy-leo | Leo Tolstoy | Tolstoy, Leo | 1828 | 1910
trollope-anthony | Anthony Trollope | Trollope, Anthony | 1815 | 1882
turgenev-ivan | Ivan Turgenev | Turgenev, Ivan | 1818 | 1883
twain-mark | Mark Twain | Twain, Mark | 1835 | 1910
verne-jules | Jules Verne | Verne, Jules | 1828 | 1905
voltaire | Voltaire | Voltaire | 1694 | 1778
walpole-horace | Horace Walpole | Walpole, Horace | 1717 | 1797
washington-booker-t | Booker T. Washington | Washington, Booker T. | 1856 | 1915
wells-h-g | H. G. Wells | Wells, H. G. | 1866 | 1946
wharton-edith | Edith Wharton | Wharton, Edith | 1862 | 1937
whitman-walt | Walt Whitman | Whitman, Walt | 1819 | 1892
wilde-oscar | Oscar Wilde | Wilde, Oscar | 1854 | 1900
wodehouse-p-g | P. G. Wodehouse | Wodehouse, P. G. | 1881 | 1975
wollstonecraft-mary | Mary Wollstonecraft | Wollstonecraft, Mary | 1759 | 1797
woolf-virginia | Virginia Woolf | Woolf, Virginia | 1882 | 1941
zamyatin-yevgeny | Yevgeny Zamyatin | Zamyatin, Yevgeny | 1884 | 1937
zola-emile | Émile Zola | Zola, Émile | 1840 | 1902
`;

/** Every author of the seed, by id. */
export const seedAuthors: readonly SeedAuthor[] = rowsOf(table, 5).map(
  ([id = "", name = "", sortName = "", born = "", died = ""]) => ({
    id,
    name,
    sortName,
    born: yearOf(born),
    died: yearOf(died),
  }),
);
